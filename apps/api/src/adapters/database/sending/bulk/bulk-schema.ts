import type { ColumnType, Generated } from 'kysely'
import type { BulkAct, BulkFile, BulkItem, BulkReplacement } from '../../../../modules/sending/bulk/ports.ts'
import type { Instant, MaybeInstant } from '../../column-types.ts'

/** Columns are explained in migrations/m0028-sent-list.ts and m0079-bulk-replacing.ts. */
export interface BulkActTable {
  id: string
  subscription_id: string
  client_id: string | null
  user_id: string | null
  act: BulkAct
  reason: string
  deadline: MaybeInstant
  files: BulkFile[]
  replacement: ColumnType<BulkReplacement | null, string | null, never>
  created_at: Instant
  ended_at: MaybeInstant
  turn: Generated<string | null>
  held_until: Instant
  expires_at: Instant
}

export interface BulkItemTable {
  bulk_id: string
  place: number
  document_id: string
  state: Generated<BulkItem['state']>
  code: Generated<string | null>
  bytes: ColumnType<string, never, number>
  tries: Generated<number>
}

export interface SavedFilterTable {
  id: string
  subscription_id: string
  client_id: string | null
  user_id: string | null
  name: string
  filters: ColumnType<Record<string, unknown>, string, string>
  created_at: Instant
}
