import type { Instant, MaybeInstant } from '../column-types.ts'

/** Columns are explained where they are made: migrations/m0040-signing-links.ts. */
export interface SigningLinkTable {
  id: string
  client_id: string
  signer_id: string
  secret_digest: Buffer
  return_url: string
  created_at: Instant
  expires_at: Instant
  voided_at: MaybeInstant
  opened_at: MaybeInstant
}
