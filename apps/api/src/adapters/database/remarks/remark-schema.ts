import type { Generated } from 'kysely'
import type { Instant } from '../column-types.ts'

/** Columns are explained in migrations/m0088-remarks.ts. */
export interface RemarkTable {
  id: Generated<string>
  signer_id: string | null
  approver_id: string | null
  deputy_id: string
  is_checked: boolean
  text: string
  kept_at: Instant
}
