import type { Generated } from 'kysely'
import type { Instant } from '../column-types.ts'

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
