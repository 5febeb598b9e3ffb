/** Attempts to sign. Columns are explained in ../migrations/m0001-initial.ts. */
import type { AccessMethod, AttemptState } from '@rubrica/domain'
import type { Instant, MaybeInstant } from '../column-types.ts'

export interface SigningAttemptTable {
  id: string
  signer_id: string
  document_id: string
  subscription_id: string
  user_id: string
  certificate_id: string | null
  attempt_key: string
  state: AttemptState
  base_revision: number | null
  shown_digest: Buffer | null
  signed_digest: Buffer | null
  sealed_state: Buffer | null
  lease_owner: string | null
  lease_until: MaybeInstant
  outcome_code: string | null
  access_method: AccessMethod
  /** Of a deputy. */
  substitution_id: string | null
  created_at: Instant
  updated_at: Instant
}
