import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type {
  HeldRun,
  PreparedItem,
  QueuedItem,
  RunHold,
  RunWork,
  SettledItem,
  ValuedItem,
} from '../../../modules/signing/runs/ports.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import { inTransaction } from '../connection.ts'
import type { Schema } from '../schema.ts'
import { auditDestroyed, type ItemLetGo } from './destroy-values.ts'
import { toRun } from './run-reads.ts'
import type { SigningRunTables } from './run-schema.ts'
import { stopRun, valueBinding } from './run-store.ts'

type RunRow = Selectable<SigningRunTables['signing_runs']>
type ItemRow = Selectable<SigningRunTables['signing_run_items']>

interface RunPlace {
  readonly database: Kysely<Schema>
  readonly serverKeys: ServerKeys
  /** Names this process. */
  readonly instance: string
}

/** Signing runs in PostgreSQL, for who works on them: every statement names the turn that was taken. */
export function openRunWork(place: RunPlace): RunWork {
  const { database } = place
  return {
    take: (times, most) => takeRuns(place, times, most),
    renew: async (hold, until) => {
      await ofHold(database, hold).set({ held_until: until }).execute()
    },
    release: async (hold, dueAt) => {
      await ofHold(database, hold)
        .set({ turn: null, held_by: null, due_at: sql<Date>`greatest(due_at, ${dueAt})` })
        .execute()
    },
    queued: (hold) => queuedItems(database, hold),
    keepPrepared: (hold, item, at) => keepPrepared(database, { hold, item, at }),
    endPreparing: (hold, times) => endPreparing(database, hold, times),
    begun: (hold) => begunItems(place, hold),
    begin: (hold, at) => beginItem(place, hold, at),
    settle: (hold, settled) => settleItem(database, hold, settled),
    endFinishing: (hold, at) => endFinishing(database, hold, at),
    stop: (hold, end) => withRun(database, hold, (transaction) => stopRun(transaction, { runId: hold.id, ...end })),
  }
}

const ofHold = (database: Kysely<Schema>, { id, turn }: RunHold) =>
  database.updateTable('signing_runs').where('id', '=', id).where('turn', '=', turn)

/** Its person is active and has not ended their sessions since it began. */
const IS_WANTED = sql<boolean>`exists (select 1 from users where users.id = signing_runs.user_id and users.active
  and users.token_generation = signing_runs.token_generation)`

async function takeRuns(
  { database, instance }: RunPlace,
  { at, until }: { readonly at: Date; readonly until: Date },
  most: number,
): Promise<HeldRun[]> {
  const { rows } = await sql<RunRow & { is_wanted: boolean }>`
    update signing_runs set turn = gen_random_uuid(), held_by = ${instance}, held_until = ${until}
    where id in (
      select id from signing_runs
      where ended_at is null and due_at <= ${at}
        and (turn is null or held_until < ${at} or held_by in (select instance from silent_replicas))
        and (state = 'stopped' or not paused and state in ('preparing', 'finishing')
          or expires_at <= ${at} or not ${IS_WANTED})
      order by due_at limit ${most} for update skip locked)
    returning *, ${IS_WANTED} as is_wanted`.execute(database)
  return rows.map((row) => ({ ...toRun(row), turn: row.turn!, isWanted: row.is_wanted }))
}

/** Does something in the run as long as this is its turn. */
function withRun(
  database: Kysely<Schema>,
  { id, turn }: RunHold,
  work: (transaction: Transaction<Schema>, run: Pick<RunRow, 'state'>) => Promise<void>,
): Promise<void> {
  return inTransaction(database, async (transaction) => {
    const run = await transaction
      .selectFrom('signing_runs')
      .where('id', '=', id)
      .where('turn', '=', turn)
      .select('state')
      .forUpdate()
      .executeTakeFirst()
    if (run) await work(transaction, run)
  })
}

const isOfHold = ({ id, turn }: RunHold) =>
  sql<boolean>`run_id = ${id} and exists (select 1 from signing_runs where id = ${id} and turn = ${turn})`

const toQueued = (row: ItemRow): QueuedItem => ({
  ...{ id: row.id, signerId: row.signer_id },
  ...{ acceptedDisclaimer: row.accepted_disclaimer ?? undefined, acceptChanges: row.accept_changes },
})

async function queuedItems(database: Kysely<Schema>, hold: RunHold): Promise<QueuedItem[]> {
  const rows = await database
    .selectFrom('signing_run_items')
    .where(isOfHold(hold))
    .where('state', '=', 'queued')
    .orderBy('position')
    .selectAll()
    .execute()
  return rows.map(toQueued)
}

interface KeptItem {
  readonly hold: RunHold
  readonly item: PreparedItem | { readonly id: string; readonly code: string }
  readonly at: Date
}

async function keepPrepared(database: Kysely<Schema>, { hold, item, at }: KeptItem): Promise<void> {
  const change =
    'code' in item
      ? { state: 'failed' as const, code: item.code, ended_at: at }
      : {
          ...{ state: 'prepared' as const, signed_attributes: Buffer.from(item.signedAttributes) },
          ...{ signature_scheme: item.signatureScheme, digest_algorithm: item.digestAlgorithm },
          ...{ document_digest: Buffer.from(item.documentDigest), base_revision: item.baseRevision },
        }
  await database
    .updateTable('signing_run_items')
    .set(change)
    .where('id', '=', item.id)
    .where('state', '=', 'queued')
    .where(isOfHold(hold))
    .execute()
}

function endPreparing(
  database: Kysely<Schema>,
  hold: RunHold,
  { at, until }: Parameters<RunWork['endPreparing']>[1],
): Promise<void> {
  return withRun(database, hold, async (transaction, { state }) => {
    if (state !== 'preparing') return
    const left = await statesLeft(transaction, hold)
    if (left.has('queued')) return
    const change = left.has('prepared')
      ? { state: 'needs-person' as const, expires_at: until }
      : { state: 'done' as const, ended_at: at }
    await ofHold(transaction, hold).set(change).execute()
  })
}

async function statesLeft(transaction: Transaction<Schema>, { id }: RunHold): Promise<Set<ItemRow['state']>> {
  const rows = await transaction
    .selectFrom('signing_run_items')
    .where('run_id', '=', id)
    .distinct()
    .select('state')
    .execute()
  return new Set(rows.map(({ state }) => state))
}

async function begunItems(place: RunPlace, hold: RunHold): Promise<ValuedItem[]> {
  const rows = await place.database
    .selectFrom('signing_run_items')
    .where(isOfHold(hold))
    .where('state', '=', 'finishing')
    .orderBy('position')
    .selectAll()
    .execute()
  return Promise.all(rows.map((row) => toValued(place, row)))
}

async function beginItem(place: RunPlace, { id, turn }: RunHold, at: Date): Promise<ValuedItem | undefined> {
  const { rows } = await sql<ItemRow>`
    with run as materialized (
      select id from signing_runs
      where id = ${id} and turn = ${turn} and state = 'finishing' and not paused and ${IS_WANTED} for share
    ), next as materialized (
      select item.id from signing_run_items as item, run
      where item.run_id = run.id and item.state = 'valued' and (item.not_before is null or item.not_before <= ${at})
      order by position limit 1
    )
    update signing_run_items as item set state = 'finishing' from next where item.id = next.id
    returning item.*`.execute(place.database)
  return rows[0] && toValued(place, rows[0])
}

const toValued = async ({ serverKeys }: RunPlace, row: ItemRow): Promise<ValuedItem> => ({
  ...toQueued(row),
  value: await serverKeys.unwrap(row.sealed_value!, valueBinding(row.run_id, row.signer_id)),
  ...{ documentDigest: row.document_digest!, baseRevision: row.base_revision!, tries: row.tries },
})

async function settleItem(database: Kysely<Schema>, hold: RunHold, { id, outcome, at }: SettledItem): Promise<void> {
  const { state } = outcome
  const change =
    state === 'again'
      ? { state: 'valued' as const, not_before: outcome.notBefore, tries: sql<number>`tries + 1` }
      : {
          ...{ state, sealed_value: null, code: state === 'failed' ? outcome.code : null },
          // What is asked for again is another attempt.
          ...(state === 'moved-on' ? { tries: sql<number>`tries + 1` } : { ended_at: at }),
        }
  await inTransaction(database, async (transaction) => {
    const row = await transaction
      .updateTable('signing_run_items')
      .set(change)
      .where('id', '=', id)
      .where('state', '=', 'finishing')
      .where(isOfHold(hold))
      .returning(['signer_id', 'document_id', 'document_digest'])
      .executeTakeFirst()
    if (!row || state === 'again' || state === 'signed') return
    const code = state === 'failed' ? outcome.code : 'DOCUMENT_MOVED_ON'
    const gone: ItemLetGo = { ...row, had_value: true }
    await auditDestroyed(transaction, [gone], { runId: hold.id, code, at })
  })
}

function endFinishing(database: Kysely<Schema>, hold: RunHold, at: Date): Promise<void> {
  return withRun(database, hold, async (transaction, { state }) => {
    if (state === 'stopped') return void (await ofHold(transaction, hold).set({ ended_at: at }).execute())
    if (state !== 'finishing') return
    const left = await statesLeft(transaction, hold)
    if (left.has('valued')) return comeBack(transaction, hold, at)
    if (left.has('moved-on')) return prepareAnew(transaction, hold, at)
    await ofHold(transaction, hold).set({ state: 'done', ended_at: at }).execute()
  })
}

/** Once the first of those that failed for a reason which passes may be tried again. */
async function comeBack(transaction: Transaction<Schema>, hold: RunHold, at: Date): Promise<void> {
  await ofHold(transaction, hold)
    .set({
      due_at: sql<Date>`(select greatest(${at}, min(coalesce(not_before, ${at}))) from signing_run_items
        where run_id = ${hold.id} and state = 'valued')`,
    })
    .execute()
}

async function prepareAnew(transaction: Transaction<Schema>, hold: RunHold, at: Date): Promise<void> {
  await transaction
    .updateTable('signing_run_items')
    .set({ state: 'queued' })
    .where('run_id', '=', hold.id)
    .where('state', '=', 'moved-on')
    .execute()
  await ofHold(transaction, hold).set({ state: 'preparing', due_at: at }).execute()
}
