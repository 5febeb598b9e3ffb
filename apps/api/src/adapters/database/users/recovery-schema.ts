/** Columns are explained in migrations/m0008-recoveries.ts. */
import type { ColumnType } from 'kysely'

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
