/** Tables of what signers were shown and agreed to before they signed. */
import type { Language } from '@rubrica/domain'
import type { Instant } from '../column-types.ts'

interface ViewColumns {
  page: number
  subscription_id: string
  revision: number
  image_digest: Buffer
  width: number
  served_at: Instant
  /** Of a deputy, to whom it was served. */
  substitution_id: string | null
}

export interface PageViewTable extends ViewColumns {
  signer_id: string
}

export interface ApproverPageViewTable extends ViewColumns {
  approver_id: string
}

/** Explained in migrations/m0013-accepted-disclaimers.ts. */
export interface AcceptedDisclaimerTable {
  signer_id: string
  document_id: string
  subscription_id: string
  title: string
  text: string
  language: Language | null
  digest: Buffer
  accepted_at: Instant
}
