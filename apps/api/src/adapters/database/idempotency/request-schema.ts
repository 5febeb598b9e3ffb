import type { ColumnType } from 'kysely'
import type { Instant, MaybeInstant } from '../column-types.ts'

/** Columns are explained in migrations/m0023-programs.ts. */
export interface KeyedRequestTable {
  id: string
  client_id: string | null
  user_id: string | null
  key: string
  call: string
  digest: Buffer
  turn: string | null
  lease_owner: string | null
  lease_until: MaybeInstant
  answer: ColumnType<unknown, string | null | undefined, string | null>
  created_at: Instant
  expires_at: MaybeInstant
}
