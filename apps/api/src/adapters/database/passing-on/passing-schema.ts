import type { Instant, MaybeInstant } from '../column-types.ts'

/** Columns are explained in migrations/m0078-passing-on.ts. */
export interface PassingRequestTable {
  signer_id: string
  document_id: string
  person_id: string
  reason: string
  asked_at: Instant
  declined_at: MaybeInstant
  decline_reason: string | null
}
