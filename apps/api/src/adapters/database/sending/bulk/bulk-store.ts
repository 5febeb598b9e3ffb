import { randomUUID } from 'node:crypto'
import { sql, type Kysely, type Selectable } from 'kysely'
import { callerColumns, ownerOf, type Owner } from '../../../../modules/owner.ts'
import type {
  BulkFile,
  BulkHold,
  BulkOutcome,
  BulkResult,
  BulkStore,
  NewBulk,
} from '../../../../modules/sending/bulk/ports.ts'
import type { Watcher } from '../../../../modules/sending/ports.ts'
import type { BulkLater } from '../../../jobs/bulk-later.ts'
import { inTransaction } from '../../connection.ts'
import { finishRequest } from '../../idempotency/request-store.ts'
import type { Schema } from '../../schema.ts'
import { isOf } from '../../uploads/upload-store.ts'
import { isSeenBy } from '../sent-by.ts'
import type { BulkActTable } from './bulk-schema.ts'

/** Acts on many documents, in PostgreSQL. Whoever works on one has its `turn`, which every write names. */
export const openBulkStore = (database: Kysely<Schema>, later: BulkLater): BulkStore => ({
  insert: (bulk) => insertBulk(database, bulk, later),
  find: (watcher, id, at) => findBulk(database, watcher, { id, at }),
  hold: async (id, { at, until }) => {
    const row = await database
      .updateTable('bulk_acts')
      .set({ turn: randomUUID(), held_until: until })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', at)
      .where((eb) => eb.or([eb('turn', 'is', null), eb('held_until', '<', at)]))
      .returningAll()
      .executeTakeFirst()
    return row && { ...orderOf(row), turn: row.turn!, owner: toOwner(row) }
  },
  release: async (hold, at) => {
    await ofHold(database, hold).set({ turn: null, held_until: at }).execute()
  },
  next: (hold) => nextItem(database, hold),
  countTry: async ({ id }, place) => {
    await database
      .updateTable('bulk_items')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('bulk_id', '=', id)
      .where('place', '=', place)
      .execute()
  },
  settle: (hold, outcome, until) => settleItem(database, hold, { ...outcome, until }),
  end: async (hold, at) => {
    await ofHold(database, hold).set({ ended_at: at, turn: null }).execute()
  },
  abandoned: async (at, most) => {
    const rows = await database
      .selectFrom('bulk_acts')
      .where('ended_at', 'is', null)
      .where('held_until', '<', at)
      .orderBy('held_until')
      .limit(most)
      .select('id')
      .execute()
    return rows.map(({ id }) => id)
  },
  sizeOf: (documentId, files) => sizeOf(database, documentId, files),
})

const ofHold = (database: Kysely<Schema>, { id, turn }: BulkHold) =>
  database.updateTable('bulk_acts').where('id', '=', id).where('turn', '=', turn).where('ended_at', 'is', null)

type Row = Selectable<BulkActTable>

const orderOf = ({ id, act, reason, deadline, files, replacement }: Row) => ({
  ...{ id, act, reason, deadline, files, replacement },
})

const toOwner = (row: Row): Owner =>
  ownerOf({ subscriptionId: row.subscription_id, clientId: row.client_id, userId: row.user_id })

function insertBulk(database: Kysely<Schema>, bulk: NewBulk, later: BulkLater): Promise<void> {
  const { id, owner, act, reason, deadline, files, replacement, documentIds, at, expiresAt, end } = bulk
  return inTransaction(database, async (transaction) => {
    await transaction
      .insertInto('bulk_acts')
      .values({
        ...{ id, subscription_id: owner.subscriptionId, ...callerColumns(owner), act, reason, deadline },
        replacement: replacement && JSON.stringify(replacement),
        ...{ files: [...files], created_at: at, held_until: at, expires_at: expiresAt },
      })
      .execute()
    await sql`insert into bulk_items (bulk_id, place, document_id)
      select ${id}::uuid, place - 1, document_id
      from unnest(${documentIds}::uuid[]) with ordinality as named (document_id, place)`.execute(transaction)
    await later(transaction, id)
    if (end) await finishRequest(transaction, end)
  })
}

/** Names of documents that the owner does not see are not among them. */
async function resultsOf(database: Kysely<Schema>, id: string, watcher: Watcher): Promise<BulkResult[]> {
  const { rows } = await sql<BulkResult>`
    select place, document_id as "documentId", bulk_items.state, code, documents.file_name as "fileName"
    from bulk_items left join documents on documents.id = bulk_items.document_id and ${isSeenBy(watcher)}
    where bulk_id = ${id} order by place`.execute(database)
  return rows
}

async function nextItem(database: Kysely<Schema>, { id }: BulkHold) {
  const { rows } = await sql<{ place: number; documentId: string; tries: number; bytes: string }>`
    select place, document_id as "documentId", tries,
      (select coalesce(sum(bytes), 0) from bulk_items where bulk_id = ${id}) as bytes
    from bulk_items where bulk_id = ${id} and state = 'waiting' order by place limit 1`.execute(database)
  const [row] = rows
  return row && { documentId: row.documentId, place: row.place, tries: row.tries, bytes: Number(row.bytes) }
}

async function findBulk(database: Kysely<Schema>, watcher: Watcher, { id, at }: { id: string; at: Date }) {
  const row = await database
    .selectFrom('bulk_acts')
    .where('id', '=', id)
    .where(isOf(ownerOf(watcher)))
    .where('expires_at', '>', at)
    .selectAll()
    .executeTakeFirst()
  if (!row) return undefined
  const results = await resultsOf(database, row.id, watcher)
  return { ...orderOf(row), createdAt: row.created_at, endedAt: row.ended_at, results }
}

function settleItem(database: Kysely<Schema>, hold: BulkHold, outcome: BulkOutcome & { until: Date }) {
  const { place, state, code, bytes, until } = outcome
  return inTransaction(database, async (transaction) => {
    const row = await ofHold(transaction, hold).set({ held_until: until }).returning('id').executeTakeFirst()
    if (!row) return false
    await sql`update bulk_items set state = ${state}, code = ${code}, bytes = ${bytes}
      where bulk_id = ${hold.id} and place = ${place}`.execute(transaction)
    return true
  })
}

async function sizeOf(database: Kysely<Schema>, documentId: string, files: readonly BulkFile[]): Promise<number> {
  const { rows } = await sql<{ signed: string; original: string; attachments: string }>`
    select current.base_length + current.length as signed, first.length as original,
      (select coalesce(sum(length), 0) from (
        select distinct object_id, length from attachments where document_id = documents.id) as each) as attachments
    from documents
      join revisions as current on current.document_id = documents.id and current.number = documents.current_revision
      join revisions as first on first.document_id = documents.id and first.number = 0
    where documents.id = ${documentId}`.execute(database)
  const [sizes] = rows
  return sizes ? [...new Set(files)].reduce((sum, file) => sum + Number(sizes[file]), 0) : 0
}
