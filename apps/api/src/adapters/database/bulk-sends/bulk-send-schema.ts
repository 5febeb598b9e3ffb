import type { ColumnType, Generated } from 'kysely'
import type { BulkSendState, Finding, RowState } from '../../../modules/bulk-sends/ports.ts'
import type { Instant, MaybeInstant } from '../column-types.ts'

/** Columns are explained in migrations/m0039-bulk-sends.ts. */
export interface BulkSendTable {
  id: string
  subscription_id: string
  client_id: string | null
  user_id: string | null
  name: string
  delimiter: string
  state: Generated<BulkSendState>
  version: Generated<number>
  sealed_plan: Buffer
  upload_ids: Generated<string[]>
  created_at: Instant
  started_at: MaybeInstant
  ended_at: MaybeInstant
  turn: Generated<string | null>
  held_by: Generated<string | null>
  held_until: Instant
  expires_at: Instant
}

export interface BulkSendRowTable {
  bulk_send_id: string
  number: number
  sealed_cells: Buffer
  state: Generated<RowState>
  findings: ColumnType<Finding[], string | undefined, string>
  code: Generated<string | null>
  document_ids: Generated<string[]>
  tries: Generated<number>
}
