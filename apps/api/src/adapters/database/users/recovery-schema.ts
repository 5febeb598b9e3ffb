/** Columns are explained in migrations/m0008-recoveries.ts and m0046-known-addresses.ts. */
import type { ColumnType, Generated } from 'kysely'

type Instant = ColumnType<Date, Date, Date>

export interface UnknownLoginTable {
  name_hash: string
  failures: number
  locked_until: ColumnType<Date | null, Date | null | undefined, Date | null>
  expires_at: Instant
}

export interface RecoveryTable {
  token_hash: string
  user_id: string
  token_generation: number
  created_at: Instant
  expires_at: Instant
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>
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
