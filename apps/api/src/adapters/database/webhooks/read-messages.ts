import { sql, type Kysely, type Selectable } from 'kysely'
import type {
  EndpointName,
  EndpointStore,
  Message,
  MessageQuery,
  MessageTry,
  NewTest,
  ReplayWish,
  TryCause,
} from '../../../modules/webhooks/ports.ts'
import { inTransaction } from '../connection.ts'
import { finishRequest } from '../idempotency/request-store.ts'
import type { Schema } from '../schema.ts'
import { isOf } from '../uploads/upload-store.ts'
import type { WebhookMessageTable, WebhookTryTable } from './webhook-schema.ts'

type Reads = Pick<EndpointStore, 'messages' | 'message' | 'addTest' | 'replay'>

/** The messages of an endpoint, for its owner. */
export function readMessages(database: Kysely<Schema>): Reads {
  return {
    messages: async (name, query) => {
      const rows = await page(database, name, query).execute()
      const last = await lastTries(database, rows)
      return rows.map((row) => ({ ...toMessage(row, last.get(row.id)), microseconds: row.microseconds }))
    },
    message: async (name, messageId) => {
      const row = await ofEndpoint(database, name)
        .where('webhook_messages.id', '=', messageId)
        .selectAll('webhook_messages')
        .executeTakeFirst()
      if (!row) return undefined
      const history = (await tries(database, [row.id])).map(toTry)
      return { ...toMessage(row, history.at(-1)), body: row.body, history }
    },
    addTest: (name, test) => addTest(database, name, test),
    replay: (name, wish) => replay(database, name, wish),
  }
}

const ofEndpoint = (database: Kysely<Schema>, { owner, id }: EndpointName) =>
  database
    .selectFrom('webhook_messages')
    .where('endpoint_id', '=', id)
    .where('endpoint_id', 'in', (eb) =>
      eb.selectFrom('webhook_endpoints').where('id', '=', id).where(isOf(owner)).select('id'),
    )

const microseconds = sql<string>`(extract(epoch from created_at) * 1000000)::bigint::text`

function page(database: Kysely<Schema>, name: EndpointName, { states, documentId, after, most }: MessageQuery) {
  let query = ofEndpoint(database, name)
  if (states) query = query.where('state', 'in', states)
  if (documentId !== undefined) query = query.where('document_id', '=', documentId)
  if (after) {
    query = query.where(
      sql<boolean>`(created_at, id) < (timestamptz 'epoch' + ${after.microseconds}::bigint * interval '1 microsecond', ${after.id}::uuid)`,
    )
  }
  return query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .selectAll('webhook_messages')
    .select(microseconds.as('microseconds'))
}

const tries = (database: Kysely<Schema>, messageIds: readonly string[]) =>
  messageIds.length === 0
    ? Promise.resolve([])
    : database.selectFrom('webhook_tries').where('message_id', 'in', messageIds).orderBy('number').selectAll().execute()

async function lastTries(database: Kysely<Schema>, rows: readonly { id: string }[]) {
  const all = await tries(
    database,
    rows.map(({ id }) => id),
  )
  return new Map(all.map((row) => [row.message_id, toTry(row)]))
}

function addTest(database: Kysely<Schema>, { owner, id }: EndpointName, test: NewTest): Promise<boolean> {
  const { id: messageId, body, at, end } = test
  return inTransaction(database, async (transaction) => {
    const { numAffectedRows } = await sql`
      insert into webhook_messages (id, endpoint_id, type, body, created_at, next_at)
      select ${messageId}::uuid, id, 'webhook.test', ${body}, ${at}::timestamptz, ${at}::timestamptz
      from webhook_endpoints where id = ${id} and state = 'on' and ${isOf(owner)}`.execute(transaction)
    if (numAffectedRows !== 1n) return false
    if (end) await finishRequest(transaction, end)
    return true
  })
}

function replay(database: Kysely<Schema>, name: EndpointName, wish: ReplayWish): Promise<number> {
  const { ids, from, until, missedOnly, at, end } = wish
  return inTransaction(database, async (transaction) => {
    let chosen = transaction
      .selectFrom('webhook_messages')
      .where('endpoint_id', '=', name.id)
      .where('is_held', '=', false)
      .where('endpoint_id', 'in', (eb) =>
        eb
          .selectFrom('webhook_endpoints')
          .where('id', '=', name.id)
          .where('state', '=', 'on')
          .where(isOf(name.owner))
          .select('id'),
      )
      .select('id')
    if (ids) chosen = chosen.where('id', 'in', ids)
    if (from) chosen = chosen.where('created_at', '>=', from)
    if (until) chosen = chosen.where('created_at', '<', until)
    if (missedOnly) chosen = chosen.where('state', '=', 'missed')
    const { numUpdatedRows } = await transaction
      .updateTable('webhook_messages')
      .set({ state: 'waiting', next_at: at, tries_of_round: 0, is_replay: true })
      .where('id', 'in', chosen)
      // Whoever has taken one since it was chosen sends it already.
      .where('is_held', '=', false)
      .executeTakeFirst()
    const count = Number(numUpdatedRows)
    if (end) await finishRequest(transaction, end(count))
    return count
  })
}

const toMessage = (row: Selectable<WebhookMessageTable>, lastTry: MessageTry | undefined): Message => ({
  ...{ id: row.id, type: row.type, documentId: row.document_id, state: row.state, createdAt: row.created_at },
  ...{ nextAt: row.next_at, tries: row.tries, lastTry: lastTry ?? null },
})

const toTry = (row: Selectable<WebhookTryTable>): MessageTry => ({
  ...{ number: row.number, at: row.at, milliseconds: row.milliseconds, status: row.status, answer: row.answer },
  cause: row.cause as TryCause | null,
})
