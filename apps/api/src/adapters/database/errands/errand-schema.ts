/** The table of errands. Columns are explained in migrations/m0010-away-transactions.ts. */
import type { ColumnType } from 'kysely'
import type { ErrandPurpose, ErrandState, WaitsFor } from '../../../modules/errands.ts'
import type { Instant } from '../column-types.ts'

export interface ErrandTable {
  id: string
  user_id: string
  cert_type: string
  purpose: ErrandPurpose
  signer_id: string | null
  document_id: string | null
  certificate_id: string | null
  base_revision: number | null
  state: ErrandState
  waits_for: WaitsFor
  outcome_code: string | null
  sealed_data: Buffer
  created_at: Instant
  updated_at: Instant
  expires_at: Instant
  lease_owner: string | null
  lease_until: ColumnType<Date | null, Date | null, Date | null>
}
