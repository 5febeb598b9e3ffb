import type { Kysely, Selectable } from 'kysely'
import type {
  BulkRow,
  BulkSend,
  BulkSendItem,
  BulkSendName,
  BulkSendStore,
  RowCounts,
  RowQuery,
} from '../../../modules/bulk-sends/ports.ts'
import type { Schema } from '../schema.ts'
import { isOf } from '../uploads/upload-store.ts'
import type { BulkSendRowTable, BulkSendTable } from './bulk-send-schema.ts'
import type { SealedSheets } from './sealed-sheets.ts'

type ReadersPart = Pick<BulkSendStore, 'find' | 'list' | 'rows' | 'filesOf'>

interface Reading {
  readonly database: Kysely<Schema>
  readonly sheets: SealedSheets
}

/** What an owner sees of bulk sends. */
export const readBulkSends = ({ database, sheets }: Reading): ReadersPart => ({
  find: async (name, at) => {
    const row = await living(database, name, at).selectAll().executeTakeFirst()
    return row && toBulkSend({ database, sheets }, row)
  },
  list: async (owner, { at, most }) => {
    const rows = await database
      .selectFrom('bulk_sends')
      .where(isOf(owner))
      .where('expires_at', '>', at)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(most)
      .selectAll()
      .execute()
    const counts = await countRows(
      database,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => toItem(row, counts.get(row.id) ?? {}))
  },
  rows: (name, query) => readRows({ database, sheets }, name, query),
  filesOf: async (owner, ids, at) => {
    if (ids.length === 0) return []
    return database
      .selectFrom('uploads')
      .where(isOf(owner))
      .where('id', 'in', ids)
      .where('expires_at', '>', at)
      .select(['id', 'name'])
      .execute()
  },
})

/** The one of this name that is not deleted yet. */
export const living = (database: Kysely<Schema>, { owner, id }: BulkSendName, at: Date) =>
  database.selectFrom('bulk_sends').where('id', '=', id).where(isOf(owner)).where('expires_at', '>', at)

export type BulkSendRecord = Selectable<BulkSendTable>

/** @returns by the ids of the bulk sends */
export async function countRows(database: Kysely<Schema>, ids: readonly string[]): Promise<Map<string, RowCounts>> {
  const counts = new Map<string, RowCounts>()
  if (ids.length === 0) return counts
  const rows = await database
    .selectFrom('bulk_send_rows')
    .where('bulk_send_id', 'in', ids)
    .groupBy(['bulk_send_id', 'state'])
    .select(({ fn }) => ['bulk_send_id', 'state', fn.countAll<string>().as('count')])
    .execute()
  for (const { bulk_send_id: id, state, count } of rows) counts.set(id, { ...counts.get(id), [state]: Number(count) })
  return counts
}

const toItem = (row: BulkSendRecord, counts: RowCounts): BulkSendItem => ({
  ...{ id: row.id, name: row.name, state: row.state, counts },
  ...{ createdAt: row.created_at, startedAt: row.started_at, endedAt: row.ended_at, expiresAt: row.expires_at },
})

async function toBulkSend({ database, sheets }: Reading, row: BulkSendRecord): Promise<BulkSend> {
  const counts = await countRows(database, [row.id])
  const { columns, mapping } = await sheets.openPlan(row.id, row.sealed_plan)
  return { ...toItem(row, counts.get(row.id) ?? {}), version: row.version, delimiter: row.delimiter, columns, mapping }
}

async function readRows(
  { database, sheets }: Reading,
  { owner, id }: BulkSendName,
  { states, after, most }: RowQuery,
): Promise<BulkRow[]> {
  let found = database
    .selectFrom('bulk_send_rows')
    .innerJoin('bulk_sends', 'bulk_sends.id', 'bulk_send_id')
    .where('bulk_send_id', '=', id)
    .where(isOf(owner))
    .where('number', '>', after)
  if (states) found = found.where('bulk_send_rows.state', 'in', states)
  if (Number.isFinite(most)) found = found.limit(most)
  const rows = await found.orderBy('number').selectAll('bulk_send_rows').execute()
  return Promise.all(rows.map((row) => toBulkRow(sheets, row)))
}

export const toBulkRow = async (sheets: SealedSheets, row: Selectable<BulkSendRowTable>): Promise<BulkRow> => ({
  ...{ number: row.number, cells: await sheets.openCells(row.bulk_send_id, row.sealed_cells) },
  ...{ state: row.state, findings: row.findings, code: row.code, documentIds: row.document_ids },
})
