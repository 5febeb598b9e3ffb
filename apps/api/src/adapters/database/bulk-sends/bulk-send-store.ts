import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import { callerColumns, type Owner } from '../../../modules/owner.ts'
import { UNUSED_MS } from '../../../modules/sending/ports.ts'
import type {
  BulkRow,
  BulkSend,
  BulkSendItem,
  BulkSendName,
  BulkSendStore,
  Change,
  NewBulkSend,
  RowCounts,
  RowQuery,
} from '../../../modules/bulk-sends/ports.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import type { BulkSendLater } from '../../jobs/bulk-later.ts'
import { inTransaction } from '../connection.ts'
import { finishRequest } from '../idempotency/request-store.ts'
import type { Schema } from '../schema.ts'
import { isOf, takeTurns } from '../uploads/upload-store.ts'
import type { BulkSendRowTable, BulkSendTable } from './bulk-send-schema.ts'
import { workOnBulkSends } from './bulk-send-work.ts'
import { sealSheets, type SealedSheets } from './sealed-sheets.ts'

/** Rows of one insert. */
const AT_ONCE = 500

type OwnersPart = Pick<
  BulkSendStore,
  'insert' | 'find' | 'list' | 'rows' | 'map' | 'correct' | 'move' | 'delete' | 'filesOf'
>

interface BulkSendPlace {
  readonly database: Kysely<Schema>
  readonly serverKeys: ServerKeys
  /** Names this process. */
  readonly instance: string
}

/** Bulk sends in PostgreSQL. Every statement for an owner names them; whoever works on one has its `turn`. */
export function openBulkSendStore(
  { database, serverKeys, instance }: BulkSendPlace,
  later: BulkSendLater,
): BulkSendStore {
  const sheets = sealSheets(serverKeys)
  return { ...ofOwners(database, sheets, later), ...workOnBulkSends({ database, sheets, later, instance }) }
}

const ofOwners = (database: Kysely<Schema>, sheets: SealedSheets, later: BulkSendLater): OwnersPart => ({
  insert: (bulk) => insertBulkSend(database, sheets, bulk),
  find: async (name, at) => {
    const row = await living(database, name, at).selectAll().executeTakeFirst()
    return row && toBulkSend(database, sheets, row)
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
  rows: (name, query) => readRows(database, sheets, name, query),
  map: (name, { mapping, ...change }) =>
    inChange(database, name, change, async (transaction, row) => {
      const { columns } = await sheets.openPlan(row.id, row.sealed_plan)
      await transaction
        .updateTable('bulk_sends')
        .set({
          ...{ state: 'checking', version: row.version + 1, turn: null, held_until: change.at },
          ...{ sealed_plan: await sheets.seal(row.id, { columns, mapping }), expires_at: change.expiresAt },
          upload_ids: [...mapping.files],
        })
        .where('id', '=', row.id)
        .execute()
      await keepFiles(transaction, { ...name, before: row.upload_ids, after: mapping.files }, change)
      await transaction
        .updateTable('bulk_send_rows')
        .set({ state: 'unchecked', findings: '[]' })
        .where('bulk_send_id', '=', row.id)
        .where('state', '<>', 'left-out')
        .execute()
      await later(transaction, row.id)
    }),
  correct: (name, { number, cells, state, findings, ...change }) =>
    inChange(database, name, change, async (transaction, row) => {
      await transaction
        .updateTable('bulk_sends')
        .set({ version: row.version + 1, expires_at: change.expiresAt })
        .where('id', '=', row.id)
        .execute()
      await transaction
        .updateTable('bulk_send_rows')
        .set({
          ...{ state, findings: JSON.stringify(findings) },
          ...(cells && { sealed_cells: await sheets.seal(row.id, cells) }),
        })
        .where('bulk_send_id', '=', row.id)
        .where('number', '=', number)
        .execute()
    }),
  move: (name, { to, leaveOut = false, end, ...change }) =>
    inChange(database, name, change, async (transaction, row) => {
      if (leaveOut) await moveRows(transaction, row.id, { from: ['wrong'], to: 'left-out' })
      if (to === 'cancelled') {
        await moveRows(transaction, row.id, { from: ['unchecked', 'wrong', 'good'], to: 'cancelled' })
        await keepFiles(transaction, { ...name, before: row.upload_ids, after: [] }, change)
      }
      await transaction
        .updateTable('bulk_sends')
        .set({
          ...{ state: to, expires_at: change.expiresAt },
          ...(to === 'sending' && { started_at: row.started_at ?? change.at }),
          ...(to === 'cancelled' && { ended_at: row.ended_at ?? change.at }),
          // A check that is under way is over.
          ...(row.state === 'checking' && { turn: null }),
        })
        .where('id', '=', row.id)
        .execute()
      if (to === 'sending') await later(transaction, row.id)
      if (end) await finishRequest(transaction, end)
    }),
  delete: (name, change) =>
    inChange(database, name, change, async (transaction, row) => {
      await transaction.deleteFrom('bulk_sends').where('id', '=', row.id).execute()
      await keepFiles(transaction, { ...name, before: row.upload_ids, after: [] }, { ...change, expiresAt: change.at })
    }),
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

const living = (database: Kysely<Schema>, { owner, id }: BulkSendName, at: Date) =>
  database.selectFrom('bulk_sends').where('id', '=', id).where(isOf(owner)).where('expires_at', '>', at)

type Row = Selectable<BulkSendTable>

/** Locks the row and asks whether it may be changed. @returns false when there is none */
function inChange(
  database: Kysely<Schema>,
  name: BulkSendName,
  { at, mayChange }: Pick<Change, 'at' | 'mayChange'>,
  work: (transaction: Transaction<Schema>, row: Row) => Promise<void>,
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const row = await living(transaction, name, at).selectAll().forUpdate().executeTakeFirst()
    if (!row) return false
    const counts = await countRows(transaction, [row.id])
    mayChange({ version: row.version, state: row.state, counts: counts.get(row.id) ?? {} })
    await work(transaction, row)
    return true
  })
}

async function moveRows(
  transaction: Transaction<Schema>,
  id: string,
  { from, to }: { from: readonly BulkRow['state'][]; to: BulkRow['state'] },
): Promise<void> {
  await transaction
    .updateTable('bulk_send_rows')
    .set({ state: to })
    .where('bulk_send_id', '=', id)
    .where('state', 'in', from)
    .execute()
}

interface Files {
  readonly owner: Owner
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Uploads live as long as the bulk send that has them, and those that it has no more for their usual time. */
async function keepFiles(
  transaction: Transaction<Schema>,
  { owner, before, after }: Files,
  { at, expiresAt }: Pick<Change, 'at' | 'expiresAt'>,
): Promise<void> {
  const released = new Date(at.getTime() + UNUSED_MS)
  await sql`update uploads set expires_at = case
      when id = any(${[...after]}::uuid[]) then greatest(expires_at, ${expiresAt}::timestamptz)
      else least(expires_at, ${released}::timestamptz) end
    where id = any(${[...before, ...after]}::uuid[]) and ${isOf(owner)} and expires_at > ${at}`.execute(transaction)
}

async function insertBulkSend(database: Kysely<Schema>, sheets: SealedSheets, bulk: NewBulkSend): Promise<boolean> {
  const { id, owner, name, sheet, at, expiresAt, end, most } = bulk
  const sealed = await Promise.all(sheet.rows.map(({ cells }) => sheets.seal(id, cells)))
  const plan = await sheets.seal(id, { columns: sheet.columns, mapping: null })
  return inTransaction(database, async (transaction) => {
    await takeTurns(transaction, 'bulk_sends', owner)
    const others = await transaction
      .selectFrom('bulk_sends')
      .where(isOf(owner))
      .where('expires_at', '>', at)
      .select('id')
      .limit(most)
      .execute()
    if (others.length >= most) return false
    await transaction
      .insertInto('bulk_sends')
      .values({
        ...{ id, subscription_id: owner.subscriptionId, ...callerColumns(owner), name, delimiter: sheet.delimiter },
        ...{ sealed_plan: plan, created_at: at, held_until: at, expires_at: expiresAt },
      })
      .execute()
    for (let from = 0; from < sheet.rows.length; from += AT_ONCE) {
      const part = sheet.rows.slice(from, from + AT_ONCE)
      await transaction
        .insertInto('bulk_send_rows')
        .values(part.map(({ number }, index) => ({ bulk_send_id: id, number, sealed_cells: sealed[from + index]! })))
        .execute()
    }
    if (end) await finishRequest(transaction, end)
    return true
  })
}

async function countRows(database: Kysely<Schema>, ids: readonly string[]): Promise<Map<string, RowCounts>> {
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

const toItem = (row: Row, counts: RowCounts): BulkSendItem => ({
  ...{ id: row.id, name: row.name, state: row.state, counts },
  ...{ createdAt: row.created_at, startedAt: row.started_at, endedAt: row.ended_at, expiresAt: row.expires_at },
})

async function toBulkSend(database: Kysely<Schema>, sheets: SealedSheets, row: Row): Promise<BulkSend> {
  const counts = await countRows(database, [row.id])
  const { columns, mapping } = await sheets.openPlan(row.id, row.sealed_plan)
  return { ...toItem(row, counts.get(row.id) ?? {}), version: row.version, delimiter: row.delimiter, columns, mapping }
}

async function readRows(
  database: Kysely<Schema>,
  sheets: SealedSheets,
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
