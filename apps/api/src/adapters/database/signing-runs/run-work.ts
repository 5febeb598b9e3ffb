import { sql, type Kysely, type Transaction } from 'kysely'
import type {
  HeldRun,
  PreparedItem,
  QueuedItem,
  RefusedItem,
  RunHold,
  RunWork,
  WorkedOn,
} from '../../../modules/signing/runs/ports.ts'
import { preparedQuery } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'
import { finishItems, tellPerson } from './finish-items.ts'
import { makeAtProvider } from './provider-values.ts'
import {
  IS_WANTED,
  isFree,
  isOfHold,
  itemsIn,
  ofHold,
  statesLeft,
  UNWANTED,
  toQueued,
  withRun,
  type RunPlace,
  type RunRow,
} from './run-hold.ts'
import { toRun } from './run-reads.ts'

/** Signing runs in PostgreSQL, for who works on them: every statement names the turn that was taken. */
export function openRunWork(place: RunPlace): RunWork {
  const { database } = place
  return {
    take: (times, most, states) => takeRuns(place, times, { most, states }),
    renew: async (hold, until) => {
      await ofHold(database, hold).set({ held_until: until }).execute()
    },
    release: async (hold, dueAt) => {
      await ofHold(database, hold)
        .set({ turn: null, held_by: null, due_at: sql<Date>`greatest(due_at, ${dueAt})` })
        .execute()
    },
    queued: (hold) => queuedItems(database, hold),
    keepPrepared: (hold, items) => keepPrepared(database, hold, items),
    refuse: (hold, item, at) => refuseItem(database, hold, { ...item, at }),
    endPreparing: (hold, times) => endPreparing(place, hold, times),
    ...finishItems(place),
    ...makeAtProvider(place),
  }
}

async function takeRuns(
  { database, instance }: RunPlace,
  { at, until }: { readonly at: Date; readonly until: Date },
  { most, states }: { readonly most: number; readonly states: WorkedOn },
): Promise<HeldRun[]> {
  const { rows } = await sql<RunRow & { unwanted: string | null }>`
    update signing_runs set turn = gen_random_uuid(), held_by = ${instance}, held_until = ${until}
    where id in (
      select id from signing_runs
      where ended_at is null and due_at <= ${at}
        and ${isFree(at)}
        and (state = 'stopped' or state = any(${[...states]}::text[]) and (not paused or ${losesValues(at)})
          or expires_at <= ${at} or not ${IS_WANTED})
      order by due_at limit ${most} for update skip locked)
    returning *, ${UNWANTED} as unwanted`.execute(database)
  return rows.map((row) => ({ ...toRun(row), turn: row.turn!, unwanted: row.unwanted ?? undefined }))
}

/** What is paused keeps no value for longer than it may, and none of a key that signs nothing any more. */
const losesValues = (at: Date) => sql<boolean>`(state = 'finishing' and (
  exists (select 1 from signing_run_items as item
    where run_id = signing_runs.id and item.state = 'valued' and value_until <= ${at})
  or exists (select 1 from certificates where certificates.id = signing_runs.certificate_id
    and (deleted_at is not null or locked_at is not null or suspended))))`

async function queuedItems(database: Kysely<Schema>, hold: RunHold): Promise<QueuedItem[]> {
  return (await itemsIn(database, hold, 'queued')).map(toQueued)
}

/** The disk is not waited for: what is authorised, and where nothing is queued any more, carries it along. */
const KEEP_PREPARED = `
  with hurried as materialized (select set_config('synchronous_commit', 'off', true)), run as materialized (
    select signing_runs.id from signing_runs, hurried where signing_runs.id = $1 and turn = $2
  )
  update signing_run_items as item set state = 'prepared', signed_attributes = kept.attributes,
    signature_scheme = kept.scheme, digest_algorithm = kept.algorithm, document_digest = kept.digest,
    base_revision = kept.base
  from run, unnest($3::uuid[], $4::bytea[], $5::text[], $6::text[], $7::bytea[], $8::int[])
    as kept (id, attributes, scheme, algorithm, digest, base)
  where item.id = kept.id and item.run_id = run.id and item.state = 'queued'`

async function keepPrepared(database: Kysely<Schema>, hold: RunHold, items: readonly PreparedItem[]): Promise<void> {
  const columns = [
    items.map(({ id }) => id),
    items.map(({ signedAttributes }) => Buffer.from(signedAttributes)),
    items.map(({ signatureScheme }) => signatureScheme),
    items.map(({ digestAlgorithm }) => digestAlgorithm),
    items.map(({ documentDigest }) => Buffer.from(documentDigest)),
    items.map(({ baseRevision }) => baseRevision),
  ]
  await database.executeQuery(preparedQuery(KEEP_PREPARED, [hold.id, hold.turn, ...columns]))
}

async function refuseItem(
  database: Kysely<Schema>,
  hold: RunHold,
  { id, code, at }: RefusedItem & { readonly at: Date },
): Promise<void> {
  await database
    .updateTable('signing_run_items')
    .set({ state: 'failed', code, ended_at: at })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where(isOfHold(hold))
    .execute()
}

/** Whoever has authorised it before may have left since: what another signature has overtaken was prepared anew. */
function endPreparing(
  place: RunPlace,
  hold: RunHold,
  { at, until }: Parameters<RunWork['endPreparing']>[1],
): Promise<void> {
  return withRun(place.database, hold, async (transaction, { state }) => {
    if (state !== 'preparing') return
    const left = await statesLeft(transaction, hold)
    if (left.has('queued')) return
    if (!left.has('prepared')) {
      await ofHold(transaction, hold).set({ state: 'done', code: null, ended_at: at }).execute()
      return tellPerson(transaction, hold, { kind: 'run-ended', at, place })
    }
    await ofHold(transaction, hold).set({ state: 'needs-person', expires_at: until }).execute()
    await announceBatch(transaction, hold, { at, until })
    await tellPerson(transaction, hold, { kind: 'run-waits', at, place })
  })
}

/** Codes and signature sessions are asked for what is prepared of a run under its id, as for any batch. */
async function announceBatch(
  transaction: Transaction<Schema>,
  { id }: RunHold,
  { at, until }: Parameters<RunWork['endPreparing']>[1],
): Promise<void> {
  await sql`insert into signing_batches (id, user_id, certificate_id, signer_ids, created_at, expires_at)
    select id, user_id, certificate_id, array(select signer_id from signing_run_items
      where run_id = signing_runs.id and state = 'prepared' order by position), ${at}, ${until}
    from signing_runs where id = ${id}
    on conflict (id) do update set signer_ids = excluded.signer_ids, expires_at = excluded.expires_at`.execute(
    transaction,
  )
}
