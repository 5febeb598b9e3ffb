import { sql, type Kysely, type Transaction } from 'kysely'
import type { RunHold, RunWork, SettledItem, UnsignedOutcome, ValuedItem } from '../../../modules/signing/runs/ports.ts'
import { inTransaction } from '../connection.ts'
import { preparedQuery } from '../prepared-statements.ts'
import { addNotice } from '../push/notice-outbox.ts'
import type { Schema } from '../schema.ts'
import { auditDestroyed, type ItemLetGo } from './destroy-values.ts'
import {
  BYTES_OF_ITEM,
  WANTED,
  isOfHold,
  itemsIn,
  ofHold,
  statesLeft,
  toQueued,
  withRun,
  type RunPlace,
  type SizedItem,
} from './run-hold.ts'
import { stopRun, valueBinding } from './run-store.ts'

type Finishing = Pick<RunWork, 'begun' | 'begin' | 'settleSigned' | 'settle' | 'endFinishing' | 'stop'>

/** Values become signatures until a run is done, waits for its person again, or is stopped. */
export const finishItems = (place: RunPlace): Finishing => ({
  begun: (hold) => begunItems(place, hold),
  begin: (hold, at, most) => beginItems(place, hold, { at, most }),
  settleSigned: async (hold, ids, at) => {
    await place.database.executeQuery(preparedQuery(SETTLE_SIGNED, [ids, hold.id, hold.turn, at]))
  },
  settle: (hold, settled) => settleItem(place.database, hold, settled),
  endFinishing: (hold, at, code) => endFinishing(place, hold, { at, code }),
  stop: (hold, end) =>
    withRun(place.database, hold, async (transaction, { state }) => {
      await stopRun(transaction, { runId: hold.id, ...end })
      // Whoever stopped it knows.
      if (state !== 'stopped') await tellPerson(transaction, hold, { kind: 'run-ended', at: end.at, place })
    }),
})

async function begunItems(place: RunPlace, hold: RunHold): Promise<ValuedItem[]> {
  const rows = await itemsIn(place.database, hold, 'finishing')
  return Promise.all(rows.map((row) => toValued(place, row)))
}

/** As with a claim, the disk is not waited for: what rests on it carries it along. */
const BEGIN = `
  with hurried as materialized (select set_config('synchronous_commit', 'off', true)), run as materialized (
    select signing_runs.id from signing_runs, hurried
    where signing_runs.id = $1 and turn = $2 and state = 'finishing' and not paused
      and ${WANTED} and (certificate_id is null or exists (select 1 from certificates
        where certificates.id = signing_runs.certificate_id
          and deleted_at is null and locked_at is null and not suspended)) for share of signing_runs
  ), next as materialized (
    select item.id from signing_run_items as item, run
    where item.run_id = run.id and item.state = 'valued' and item.value_until > $3
      and (item.not_before is null or item.not_before <= $3)
    order by position limit $4
  )
  update signing_run_items as item set state = 'finishing' from next where item.id = next.id
  returning item.*, ${BYTES_OF_ITEM} as bytes`

async function beginItems(
  place: RunPlace,
  { id, turn }: RunHold,
  { at, most }: { readonly at: Date; readonly most: number },
): Promise<ValuedItem[]> {
  const { rows } = await place.database.executeQuery(preparedQuery<SizedItem>(BEGIN, [id, turn, at, most]))
  return Promise.all(rows.map((row) => toValued(place, row)))
}

const toValued = async ({ serverKeys }: RunPlace, row: SizedItem): Promise<ValuedItem> => ({
  ...toQueued(row),
  value: await serverKeys.unwrap(row.sealed_value!, valueBinding(row.run_id, row.signer_id)),
  ...{ documentDigest: row.document_digest!, baseRevision: row.base_revision!, tries: row.tries },
})

/**
 * Signed items, in one statement that the disk is not waited for: where a power cut takes it away, the attempts of the
 * items say that they have signed.
 */
const SETTLE_SIGNED = `
  with hurried as materialized (select set_config('synchronous_commit', 'off', true)), item as (
    update signing_run_items set state = 'signed', sealed_value = null, code = null, ended_at = $4 from hurried
    where signing_run_items.id = any($1::uuid[]) and state = 'finishing'
      and run_id in (select id from signing_runs where id = $2 and turn = $3)
    returning run_id, signer_id
  )
  delete from signature_preparations using item, signing_runs
  where signing_runs.id = item.run_id and signature_preparations.signer_id = item.signer_id
    and signature_preparations.certificate_id = signing_runs.certificate_id`

async function settleItem(database: Kysely<Schema>, hold: RunHold, { id, outcome, at }: SettledItem): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const row = await transaction
      .updateTable('signing_run_items')
      .set(changeOf(outcome, at))
      .where('id', '=', id)
      .where('state', '=', 'finishing')
      .where(isOfHold(hold))
      .returning(['signer_id', 'document_id', 'document_digest'])
      .executeTakeFirst()
    if (!row || outcome.state === 'again') return
    const code = outcome.state === 'failed' ? outcome.code : 'DOCUMENT_MOVED_ON'
    const gone: ItemLetGo = { ...row, had_value: true }
    await auditDestroyed(transaction, [gone], { runId: hold.id, code, at })
  })
}

function changeOf(outcome: UnsignedOutcome, at: Date) {
  // What is asked for again is another attempt.
  const another = sql<number>`tries + 1`
  if (outcome.state === 'again') {
    const { code, notBefore } = outcome
    return { state: 'valued' as const, code, not_before: notBefore, tries: another }
  }
  if (outcome.state === 'moved-on') return { state: 'moved-on' as const, sealed_value: null, tries: another }
  return { state: 'failed' as const, sealed_value: null, code: outcome.code, ended_at: at }
}

interface EndOfFinishing {
  readonly at: Date
  readonly code: string | null
}

function endFinishing(place: RunPlace, hold: RunHold, { at, code }: EndOfFinishing): Promise<void> {
  return withRun(place.database, hold, async (transaction, run) => {
    // What was begun when it was stopped has ended since, and keeps no value for another try.
    if (run.state === 'stopped') {
      return stopRun(transaction, { runId: hold.id, code: run.code ?? 'RUN_STOPPED', at, alsoBegun: true })
    }
    if (run.state !== 'finishing') return
    await endValues(transaction, hold, at)
    const left = await statesLeft(transaction, hold)
    // What was settled was lost with the database: it is looked at again.
    if (left.has('finishing')) return
    if (left.has('valued')) return comeBack(transaction, hold, at)
    if (left.has('moved-on')) return prepareAnew(transaction, hold, at)
    const waits = left.has('prepared')
    const end = waits ? { state: 'needs-person' as const, code } : { state: 'done' as const, code: null, ended_at: at }
    await ofHold(transaction, hold).set(end).execute()
    await tellPerson(transaction, hold, { kind: waits ? 'run-waits' : 'run-ended', at, place })
  })
}

interface ToldOfRun {
  readonly kind: 'run-waits' | 'run-ended'
  readonly at: Date
  readonly place: Pick<RunPlace, 'tellByMail'>
}

/** Before, whoever has authorised it is still looking. */
const MAILED_AFTER_MS = 2 * 60_000

/** On the devices of who may have left long ago; by mail, where they have none. */
export async function tellPerson(
  transaction: Transaction<Schema>,
  hold: RunHold,
  { kind, at, place }: ToldOfRun,
): Promise<void> {
  const authorisedAt = await noticeOnDevices(transaction, hold, { kind, at })
  if (!authorisedAt) return
  if (at.getTime() - authorisedAt.getTime() < MAILED_AFTER_MS) return
  await place.tellByMail(transaction, { runId: hold.id, what: kind === 'run-ended' ? 'ended' : 'waits' })
}

/** @returns when the run was authorised: what nobody has authorised is told of to nobody */
export async function noticeOnDevices(
  transaction: Transaction<Schema>,
  { id }: RunHold,
  { kind, at }: Pick<ToldOfRun, 'kind' | 'at'>,
): Promise<Date | null> {
  const run = transaction.selectFrom('signing_runs').where('id', '=', id).select(['user_id', 'authorised_at'])
  const { user_id: userId, authorised_at: authorisedAt } = await run.executeTakeFirstOrThrow()
  if (!authorisedAt) return null
  await addNotice(transaction, { kind, cause: `${id}:${at.toISOString()}`, reader: { userId } }, { at, dueAt: at })
  return authorisedAt
}

/** What was not finished in time is asked for again. */
async function endValues(transaction: Transaction<Schema>, { id: runId }: RunHold, at: Date): Promise<void> {
  const ended = await transaction
    .updateTable('signing_run_items')
    .set({ state: 'moved-on', sealed_value: null, tries: sql<number>`tries + 1` })
    .where('run_id', '=', runId)
    .where('state', '=', 'valued')
    .where('value_until', '<=', at)
    .returning(['signer_id', 'document_id', 'document_digest', sql<boolean>`true`.as('had_value')])
    .execute()
  await auditDestroyed(transaction, ended, { runId, code: 'VALUE_EXPIRED', at })
}

/** Once the first of those that failed for a reason which passes may be tried again. */
async function comeBack(transaction: Transaction<Schema>, hold: RunHold, at: Date): Promise<void> {
  await ofHold(transaction, hold)
    .set({
      code: sql<
        string | null
      >`(select min(code) from signing_run_items where run_id = ${hold.id} and state = 'valued')`,
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
