import type { Instant, MaybeInstant } from '../column-types.ts'

/** Columns are explained in migrations/m0023-programs.ts. */
export interface PersonalKeyTable {
  id: string
  user_id: string
  subscription_id: string
  name: string
  scopes: string[]
  secret_hash: Buffer
  token_generation: number
  created_at: Instant
  expires_at: Instant
  last_used_at: MaybeInstant
  revoked_at: MaybeInstant
}
