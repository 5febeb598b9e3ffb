/** Columns are explained in migrations/m0008-recoveries.ts and m0046-known-addresses.ts. */
import type { Generated } from 'kysely'
import type { Instant, MaybeInstant } from '../column-types.ts'

export interface UnknownLoginTable {
  name_hash: string
  failures: number
  locked_until: MaybeInstant
  expires_at: Instant
}

export interface RecoveryTable {
  token_hash: string
  user_id: string
  token_generation: number
  created_at: Instant
  expires_at: Instant
  ended_at: MaybeInstant
}

export interface EmailCodeTable {
  user_id: string
  email: string
  digest: Buffer | null
  tries: Generated<number>
  sent: number
  sent_at: Instant
  expires_at: Instant
}
