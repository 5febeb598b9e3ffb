import type { ColumnType, Generated } from 'kysely'

type Instant = ColumnType<Date, Date, Date>

/** Columns are explained in migrations/m0027-drafts.ts. */
export interface DraftTable {
  id: string
  subscription_id: string
  client_id: string | null
  user_id: string | null
  version: Generated<number>
  sealed_content: Buffer
  sealed_summary: Buffer
  upload_ids: string[]
  created_at: Instant
  updated_at: Instant
  expires_at: Instant
}
