import { sql, type Kysely, type Transaction } from 'kysely'
import type { Owner } from '../../../modules/owner.ts'
import { UNUSED_MS } from '../../../modules/sending/uploads/ports.ts'
import type { BulkRow, BulkSendName, BulkSendStore, Change } from '../../../modules/bulk-sends/ports.ts'
import type { BulkSendLater } from '../../jobs/bulk-later.ts'
import { inTransaction } from '../connection.ts'
import { finishRequest } from '../idempotency/request-store.ts'
import type { Schema } from '../schema.ts'
import { isOf } from '../uploads/upload-store.ts'
import { countRows, living, type BulkSendRecord } from './bulk-send-reads.ts'
import type { SealedSheets } from './sealed-sheets.ts'

type ChangesPart = Pick<BulkSendStore, 'map' | 'correct' | 'move' | 'delete'>
type ChangeOf<Name extends keyof ChangesPart> = Parameters<ChangesPart[Name]>[1]

interface Changing {
  readonly database: Kysely<Schema>
  readonly sheets: SealedSheets
  readonly later: BulkSendLater
}

/** What an owner does to bulk sends. */
export const changeBulkSends = (changing: Changing): ChangesPart => ({
  map: (name, change) => mapColumns(changing, name, change),
  correct: (name, change) => correctRow(changing, name, change),
  move: (name, change) => moveOn(changing, name, change),
  delete: (name, change) => deleteBulkSend(changing, name, change),
})

function mapColumns(
  { database, sheets, later }: Changing,
  name: BulkSendName,
  { mapping, ...change }: ChangeOf<'map'>,
): Promise<boolean> {
  return inChange(database, { ...name, ...change }, async (transaction, row) => {
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
  })
}

function correctRow(
  { database, sheets }: Changing,
  name: BulkSendName,
  { number, cells, state, findings, ...change }: ChangeOf<'correct'>,
): Promise<boolean> {
  return inChange(database, { ...name, ...change }, async (transaction, row) => {
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
  })
}

function moveOn(
  { database, later }: Changing,
  name: BulkSendName,
  { to, leaveOut = false, end, ...change }: ChangeOf<'move'>,
): Promise<boolean> {
  return inChange(database, { ...name, ...change }, async (transaction, row) => {
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
  })
}

function deleteBulkSend({ database }: Changing, name: BulkSendName, change: ChangeOf<'delete'>): Promise<boolean> {
  return inChange(database, { ...name, ...change }, async (transaction, row) => {
    await transaction.deleteFrom('bulk_sends').where('id', '=', row.id).execute()
    await keepFiles(transaction, { ...name, before: row.upload_ids, after: [] }, { ...change, expiresAt: change.at })
  })
}

/** Locks the row and asks whether it may be changed. @returns false when there is none */
function inChange(
  database: Kysely<Schema>,
  { at, mayChange, ...name }: BulkSendName & Pick<Change, 'at' | 'mayChange'>,
  work: (transaction: Transaction<Schema>, row: BulkSendRecord) => Promise<void>,
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
