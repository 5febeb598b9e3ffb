import type { ColumnType } from 'kysely'
import type { Instant } from '../column-types.ts'

/** Columns are explained in migrations/m0023-programs.ts. */
export interface UploadTable {
  id: string
  subscription_id: string
  client_id: string | null
  user_id: string | null
  name: string
  length: ColumnType<string, number, number>
  digest: Buffer
  pages: ColumnType<unknown, string, string>
  findings: string[]
  object_id: string
  wrapped_data_key: Buffer
  created_at: Instant
  expires_at: Instant
}
