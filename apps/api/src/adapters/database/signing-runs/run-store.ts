import { sql, type Kysely, type Transaction } from 'kysely'
import { newId } from '@rubrica/domain'
import type { ItemOfNewRun, ItemValue, NewRun, RunEnd, RunMove, RunStore } from '../../../modules/signing/runs/ports.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import { principalOf } from '../../../modules/substitutions/ports.ts'
import { inTransaction } from '../connection.ts'
import type { Schema } from '../schema.ts'
import { mayActAs, SIGNER_OFFERED } from '../substitutions/offered.ts'
import { auditDestroyed, type ItemLetGo } from './destroy-values.ts'
import { findRun, readRuns } from './run-reads.ts'

/** What a sealed value is bound to: moved to another row, it does not open. */
export const valueBinding = (runId: string, signerId: string): string => `signing-run:${runId}:${signerId}`

/** Signing runs in PostgreSQL, as their people see them. */
export function openRunStore(database: Kysely<Schema>, serverKeys: ServerKeys): RunStore {
  return {
    ...readRuns(database),
    insert: (run) => insertRun(database, serverKeys, run),
    beginConfirming: (runId, at) => beginConfirming(database, runId, at),
    authorise: (runId, values, times) => keepValues(database, serverKeys, { runId, values, ...times }),
    move: (userId, runId, move) => moveRun(database, { userId, runId, ...move }),
  }
}

async function insertRun(database: Kysely<Schema>, serverKeys: ServerKeys, run: NewRun) {
  const given = await sealGiven(serverKeys, run)
  const id = await inTransaction(database, async (transaction) => {
    // Two runs that are begun at once see each other's documents.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`signing_runs ${run.userId}`}, 0))`.execute(transaction)
    const known = run.key === undefined ? undefined : await findByKey(transaction, run.userId, run.key)
    if (known !== undefined) return known
    await sql`insert into signing_runs (id, user_id, request_key, certificate_id, cert_type, state, access_method,
        identified_by, office, token_generation, confirmed_holder, whereabouts, authorised_at, created_at, expires_at,
        due_at, held_until)
      select ${run.id}, id, ${run.key ?? null}, ${run.certificateId ?? null}, ${run.certType ?? null}, ${run.state},
        ${run.accessMethod},
        ${run.identifiedBy ? JSON.stringify(run.identifiedBy) : null}::jsonb,
        ${run.office ? JSON.stringify(run.office) : null}::jsonb, token_generation,
        ${run.confirmedHolder ?? null}, ${run.whereabouts ? JSON.stringify(run.whereabouts) : null}::jsonb,
        ${run.state === 'finishing' ? run.at : null}::timestamptz, ${run.at}, ${run.expiresAt}, ${run.at}, ${run.at}
      from users where id = ${run.userId}`.execute(transaction)
    await stopUnauthorised(transaction, run)
    await insertItems(transaction, run, given)
    return run.id
  })
  return (await findRun(database, run.userId, id))!
}

async function findByKey(transaction: Transaction<Schema>, userId: string, key: string): Promise<string | undefined> {
  const row = await transaction
    .selectFrom('signing_runs')
    .where('user_id', '=', userId)
    .where('request_key', '=', key)
    .select('id')
    .executeTakeFirst()
  return row?.id
}

/** A dialog that was closed, or a page that was left, has asked for nothing: who begins anew takes its documents over. */
async function stopUnauthorised(transaction: Transaction<Schema>, { userId, items, at }: NewRun): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from signing_runs
    where user_id = ${userId} and authorised_at is null and state in ('preparing', 'needs-person')
      and exists (select 1 from signing_run_items where run_id = signing_runs.id
        and signer_id = any(${items.map(({ signerId }) => signerId)}::uuid[]))
    order by id for update`.execute(transaction)
  for (const { id: runId } of rows) await stopRun(transaction, { runId, code: 'RUN_STOPPED', at, alsoBegun: false })
}

/** What was given with an item, as its row keeps it. */
interface GivenColumns {
  readonly sealed: Buffer | null
  readonly digest: Buffer | null
  readonly base: number | null
  readonly code: string | null
}

const NOTHING_GIVEN: GivenColumns = { sealed: null, digest: null, base: null, code: null }

function sealGiven(serverKeys: ServerKeys, { id, items }: NewRun): Promise<GivenColumns[]> {
  const seal = async ({ signerId, given }: ItemOfNewRun): Promise<GivenColumns> => {
    if (!given) return NOTHING_GIVEN
    if ('code' in given) return { ...NOTHING_GIVEN, code: given.code }
    const sealed = Buffer.from(await serverKeys.wrap(given.value, valueBinding(id, signerId)))
    return { sealed, digest: Buffer.from(given.documentDigest), base: given.baseRevision, code: null }
  }
  return Promise.all(items.map(seal))
}

async function insertItems(
  transaction: Transaction<Schema>,
  run: NewRun,
  given: readonly GivenColumns[],
): Promise<void> {
  const { id, items, at, expiresAt } = run
  await sql`
    insert into signing_run_items (id, run_id, position, signer_id, document_id, accepted_disclaimer, accept_changes,
      state, code, ended_at, sealed_value, document_digest, base_revision, value_until)
    select item.id, ${id}, item.position, item.signer_id, signers.document_id, item.disclaimer, item.changes,
      case when found.code is not null then 'failed' when item.sealed is not null then 'valued' else 'queued' end,
      found.code, case when found.code is null then null else ${at}::timestamptz end,
      case when found.code is null then item.sealed end, item.digest, item.base,
      case when item.sealed is not null then ${expiresAt}::timestamptz end
    from unnest(${items.map(() => newId())}::uuid[], ${items.map(({ signerId }) => signerId)}::uuid[],
      ${items.map(({ acceptedDisclaimer }) => acceptedDisclaimer ?? null)}::text[],
      ${items.map(({ acceptChanges }) => acceptChanges)}::boolean[],
      ${given.map(({ sealed }) => sealed)}::bytea[], ${given.map(({ digest }) => digest)}::bytea[],
      ${given.map(({ base }) => base)}::int[], ${given.map(({ code }) => code)}::text[])
      with ordinality as item (id, signer_id, disclaimer, changes, sealed, digest, base, code, position)
    left join signers on signers.id = item.signer_id and signers.user_id = ${principalOf(run)}
      and ${mayActAs(SIGNER_OFFERED, run, at)}
    cross join lateral (select case
      when signers.id is null then 'DOCUMENT_NOT_FOUND'
      when item.code is not null then item.code
      when exists (select 1 from signing_run_items as other join signing_runs on signing_runs.id = other.run_id
        where other.signer_id = item.signer_id
        -- Who stands in, or is stood in for, sees no run of the other one; what nobody has authorised holds up none of theirs.
        and (signing_runs.user_id = ${run.userId} or signing_runs.authorised_at is not null)
        and other.state in ('queued', 'prepared', 'valued', 'asked', 'finishing', 'moved-on')) then 'DOCUMENT_IN_RUN'
      end as code) as found`.execute(transaction)
}

interface Authorisation {
  readonly runId: string
  readonly values: readonly ItemValue[]
  readonly at: Date
  readonly until: Date
}

async function keepValues(
  database: Kysely<Schema>,
  serverKeys: ServerKeys,
  { runId, values, at, until }: Authorisation,
): Promise<boolean> {
  const items = await database
    .selectFrom('signing_run_items')
    .where('run_id', '=', runId)
    .select(['id', 'signer_id'])
    .execute()
  const signers = new Map(items.map(({ id, signer_id: signerId }) => [id, signerId]))
  const sealed = await Promise.all(
    values.map(({ id, value }) => serverKeys.wrap(value, valueBinding(runId, signers.get(id)!))),
  )
  return inTransaction(database, async (transaction) => {
    const row = await transaction
      .updateTable('signing_runs')
      .set({ state: 'finishing', authorised_at: at, due_at: at, code: null })
      .where('id', '=', runId)
      .where('state', '=', 'needs-person')
      .returning('id')
      .executeTakeFirst()
    if (!row) return false
    await sql`update signing_run_items as item set state = 'valued', sealed_value = made.value,
        value_until = ${until}
      from unnest(${values.map(({ id }) => id)}::uuid[], ${sealed.map((value) => Buffer.from(value))}::bytea[])
        as made (id, value)
      where item.id = made.id and item.run_id = ${runId} and item.state = 'prepared'`.execute(transaction)
    return true
  })
}

async function beginConfirming(database: Kysely<Schema>, runId: string, at: Date): Promise<boolean> {
  const row = await database
    .updateTable('signing_runs')
    .set({ state: 'confirming', authorised_at: at, due_at: at, code: null })
    .where('id', '=', runId)
    .where('state', '=', 'needs-person')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

interface MoveOfRun extends RunMove {
  readonly userId: string
  readonly runId: string
}

function moveRun(database: Kysely<Schema>, { userId, runId, to, at }: MoveOfRun): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const row = await transaction
      .selectFrom('signing_runs')
      .where('id', '=', runId)
      .where('user_id', '=', userId)
      .where('state', 'in', ['preparing', 'needs-person', 'confirming', 'finishing'])
      .select('id')
      .forUpdate()
      .executeTakeFirst()
    if (!row) return false
    if (to === 'stopped') await stopRun(transaction, { runId, code: 'RUN_STOPPED', at, alsoBegun: false })
    else
      await transaction
        .updateTable('signing_runs')
        .set({ paused: to === 'paused', due_at: at })
        .where('id', '=', runId)
        .execute()
    return true
  })
}

/** Ends a run whose row the caller has locked; what is being signed at this moment ends by itself. */
export async function stopRun(
  transaction: Transaction<Schema>,
  { runId, code, at, alsoBegun }: RunEnd & { readonly runId: string },
): Promise<void> {
  const { rows } = await sql<ItemLetGo & { state: string }>`
    with former as (
      select id, sealed_value is not null as had_value from signing_run_items
      where run_id = ${runId} and (state in ('queued', 'prepared', 'valued', 'asked', 'moved-on')
        or ${alsoBegun} and state = 'finishing') for update
    )
    update signing_run_items as item set sealed_value = null, errand_id = null, ended_at = ${at},
      state = case when ${hasSigned} then 'signed' else 'discarded' end,
      code = case when ${hasSigned} then null else ${code}::text end
    from former where item.id = former.id
    returning signer_id, document_id, document_digest, item.state, had_value`.execute(transaction)
  await transaction
    .updateTable('signing_runs')
    .set({
      state: 'stopped',
      // The first reason is the one that is told.
      code: sql<string>`case when state = 'stopped' then code else ${code}::text end`,
      due_at: at,
      ended_at: sql<Date | null>`case when exists (select 1 from signing_run_items
        where run_id = ${runId} and state = 'finishing') then null else ${at}::timestamptz end`,
    })
    .where('id', '=', runId)
    .execute()
  const discarded = rows.filter(({ state }) => state === 'discarded')
  await auditDestroyed(transaction, discarded, { runId, code, at })
}

/**
 * An attempt of this item has signed, in a process that died before it could say so, or whose commit was not answered.
 * What was asked for elsewhere has attempts of its errand.
 */
export const hasSigned = sql<boolean>`(item.state in ('finishing', 'valued', 'asked') and exists (select 1 from signing_attempts
  where signing_attempts.signer_id = item.signer_id and signing_attempts.state = 'signed'
    and (item.state = 'asked' or attempt_key like item.id::text || ':%')))`
