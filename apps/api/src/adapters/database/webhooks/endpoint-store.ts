import { sql, type ExpressionBuilder, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { WebhookType } from '@rubrica/domain'
import { callerColumns, type Owner } from '../../../modules/owner.ts'
import type {
  Endpoint,
  EndpointChange,
  EndpointName,
  EndpointStore,
  NewCallback,
  NewEndpoint,
  Rotation,
} from '../../../modules/webhooks/ports.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import { finishRequest } from '../idempotency/request-store.ts'
import type { LogActs } from '../installation-log/log-acts.ts'
import type { Schema } from '../schema.ts'
import { isOf, takeTurns } from '../uploads/upload-store.ts'
import { aboutEndpoint, openEndpointLog } from './endpoint-log.ts'
import { readMessages } from './read-messages.ts'
import { sealSecrets, type SealedSecrets } from './sealed-secrets.ts'
import type { WebhookEndpointTable } from './webhook-schema.ts'

/** Of those that sends have named: a program may name another one for each document. */
const LISTED_CALLBACKS = 100

/** Endpoints in PostgreSQL, and the messages of each as its owner sees them. */
export function openEndpointStore(database: Kysely<Schema>, serverKeys: ServerKeys, now: () => Date): EndpointStore {
  const secrets = sealSecrets(serverKeys)
  const logOf = openEndpointLog(database, now)
  return {
    insert: (endpoint, most) => insertEndpoint(logOf(endpoint.owner), secrets, { endpoint, most }),
    holdCallback: (callback) => holdCallback(database, secrets, { callback, log: logOf(callback.owner) }),
    list: async (owner) => {
      const newest = database
        .selectFrom('webhook_endpoints')
        .where(isOf(owner))
        .where('kind', '=', 'callback')
        .orderBy('created_at', 'desc')
        .limit(LISTED_CALLBACKS)
        .select('id')
      const rows = await endpoints(database, owner)
        .where((eb) => eb.or([eb('kind', '=', 'chosen'), eb('id', 'in', newest)]))
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(toEndpoint)
    },
    find: async ({ owner, id }) => {
      const row = await endpoints(database, owner).where('id', '=', id).executeTakeFirst()
      return row && toEndpoint(row)
    },
    change: (name, version, change) => changeEndpoint(logOf(name.owner), name, { version, change }),
    remove: (name) => removeEndpoint(logOf(name.owner), name),
    secretOf: async ({ owner, id }) => {
      const row = await database
        .selectFrom('webhook_endpoints')
        .where('id', '=', id)
        .where(isOf(owner))
        .select('wrapped_secret')
        .executeTakeFirst()
      return row && secrets.open(id, row.wrapped_secret)
    },
    rotate: (name, rotation) => rotateSecret(logOf(name.owner), secrets, { name, rotation }),
    ...readMessages(database),
  }
}

async function insertEndpoint(
  log: LogActs,
  secrets: SealedSecrets,
  { endpoint, most }: { endpoint: NewEndpoint; most: number },
): Promise<boolean> {
  const { id, owner, url, description, types, documents, signing, secret, at, end } = endpoint
  const sealed = await secrets.seal(id, secret)
  const work = async (transaction: Transaction<Schema>) => {
    await takeTurns(transaction, 'webhook_endpoints', owner)
    const { count } = await transaction
      .selectFrom('webhook_endpoints')
      .where(isOf(owner))
      .where('kind', '=', 'chosen')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    if (count >= most) return false
    await transaction
      .insertInto('webhook_endpoints')
      .values({
        ...{ id, subscription_id: owner.subscriptionId, ...callerColumns(owner), url, description },
        ...{ types: [...types], documents, signing, wrapped_secret: sealed, created_at: at },
      })
      .execute()
    if (end) await finishRequest(transaction, end)
    return true
  }
  return log(
    work,
    (isMade) =>
      isMade && { type: 'webhook-made', facts: { ...aboutEndpoint(endpoint), kind: 'chosen', documents, signing } },
  )
}

async function holdCallback(
  database: Kysely<Schema>,
  secrets: SealedSecrets,
  { callback, log }: { callback: NewCallback; log: LogActs },
): Promise<void> {
  const { id, owner, url, secret, at } = callback
  const isThere = await database
    .selectFrom('webhook_endpoints')
    .where(isOf(owner))
    .where('kind', '=', 'callback')
    .where('url', '=', url)
    .select('id')
    .executeTakeFirst()
  if (isThere) return
  const sealed = await secrets.seal(id, secret)
  const facts = { ...aboutEndpoint(callback), kind: 'callback', documents: 'own', signing: 'v1' }
  await log(
    (transaction) =>
      transaction
        .insertInto('webhook_endpoints')
        .values({
          ...{ id, subscription_id: owner.subscriptionId, ...callerColumns(owner), kind: 'callback', url },
          ...{ signing: 'v1', wrapped_secret: sealed, created_at: at },
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst(),
    ({ numInsertedOrUpdatedRows }) => numInsertedOrUpdatedRows === 1n && { type: 'webhook-made', facts },
  )
}

async function removeEndpoint(log: LogActs, { owner, id }: EndpointName): Promise<boolean> {
  const removed = await log(
    (transaction) =>
      transaction
        .deleteFrom('webhook_endpoints')
        .where('id', '=', id)
        .where(isOf(owner))
        .returning('url')
        .executeTakeFirst(),
    (row) => row !== undefined && { type: 'webhook-removed', facts: aboutEndpoint({ id, owner, url: row.url }) },
  )
  return removed !== undefined
}

async function rotateSecret(
  log: LogActs,
  secrets: SealedSecrets,
  { name: { owner, id }, rotation }: { name: EndpointName; rotation: Rotation },
): Promise<boolean> {
  const { secret, formerUntil, end } = rotation
  const sealed = await secrets.seal(id, secret)
  const work = async (transaction: Transaction<Schema>) => {
    const row = await transaction
      .updateTable('webhook_endpoints')
      .set((eb) => ({
        wrapped_former: eb.ref('wrapped_secret'),
        former_until: formerUntil,
        wrapped_secret: sealed,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .where(isOf(owner))
      .returning('url')
      .executeTakeFirst()
    if (row && end) await finishRequest(transaction, end)
    return row
  }
  const rotated = await log(
    work,
    (row) => row !== undefined && { type: 'webhook-secret-changed', facts: aboutEndpoint({ id, owner, url: row.url }) },
  )
  return rotated !== undefined
}

/** What was missed while it was disabled stays missed until its owner asks for it. */
async function changeEndpoint(
  log: LogActs,
  { owner, id }: EndpointName,
  { version, change }: { version: number; change: EndpointChange },
): Promise<boolean> {
  const { types, state, ...others } = change
  const work = async (transaction: Transaction<Schema>) => {
    const row = await transaction
      .updateTable('webhook_endpoints')
      .set((eb) => ({
        ...others,
        ...(types && { types: [...types] }),
        ...(state && { state, disabled_reason: null, disabled_at: null, failing_since: null, given_up: 0 }),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .where('version', '=', version)
      .where(isOf(owner))
      .returning(['url', 'documents', 'state'])
      .executeTakeFirst()
    if (row && state === 'off') await missWaiting(transaction, id)
    return row
  }
  const changed = Object.keys(change).toSorted().join(' ')
  const row = await log(
    work,
    (row) =>
      row !== undefined && {
        type: 'webhook-changed',
        facts: {
          ...aboutEndpoint({ id, owner, url: row.url }),
          ...{ changed, documents: row.documents, state: row.state },
        },
      },
  )
  return row !== undefined
}

/** What waits for an endpoint that gets nothing any more. */
export async function missWaiting(database: Kysely<Schema>, endpointId: string): Promise<void> {
  await database
    .updateTable('webhook_messages')
    .set({ state: 'missed', next_at: null, is_held: false })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .execute()
}

const countOf = (eb: ExpressionBuilder<Schema, 'webhook_endpoints'>, state: 'waiting' | 'missed') =>
  eb
    .selectFrom('webhook_messages')
    .whereRef('webhook_messages.endpoint_id', '=', 'webhook_endpoints.id')
    .where('webhook_messages.state', '=', state)
    .select(sql<number>`count(*)::int`.as('count'))

const endpoints = (database: Kysely<Schema>, owner: Owner) =>
  database
    .selectFrom('webhook_endpoints')
    .where(isOf(owner))
    .selectAll()
    .select((eb) => [countOf(eb, 'waiting').as('waiting'), countOf(eb, 'missed').as('missed')])

type Row = Selectable<WebhookEndpointTable> & { waiting: number | null; missed: number | null }

const toEndpoint = (row: Row): Endpoint => ({
  ...{ id: row.id, kind: row.kind, url: row.url, description: row.description, documents: row.documents },
  types: row.types as WebhookType[],
  ...{ signing: row.signing, state: row.state, disabledReason: row.disabled_reason, disabledAt: row.disabled_at },
  ...{ version: row.version, createdAt: row.created_at, arrivedAt: row.arrived_at, failingSince: row.failing_since },
  ...{ formerUntil: row.former_until, waiting: row.waiting ?? 0, missed: row.missed ?? 0 },
})
