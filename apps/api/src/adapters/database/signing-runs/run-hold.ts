/** The right to work on a signing run, as the statements that need it say it. */
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { QueuedItem, RunHold } from '../../../modules/signing/runs/ports.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import type { NotifyOfRun } from '../../jobs/notify-people.ts'
import { inTransaction } from '../connection.ts'
import type { Schema } from '../schema.ts'
import { inForce } from '../substitutions/offered.ts'
import type { SigningRunTables } from './run-schema.ts'

export type RunRow = Selectable<SigningRunTables['signing_runs']>
export type ItemRow = Selectable<SigningRunTables['signing_run_items']>

export interface RunPlace {
  readonly database: Kysely<Schema>
  readonly serverKeys: ServerKeys
  /** Names this process. */
  readonly instance: string
  readonly tellByMail: NotifyOfRun
}

export const ofHold = (database: Kysely<Schema>, { id, turn }: RunHold) =>
  database.updateTable('signing_runs').where('id', '=', id).where('turn', '=', turn)

/** Nobody works on it. */
export const isFree = (at: Date) =>
  sql<boolean>`(turn is null or held_until < ${at} or held_by in (select instance from silent_replicas))`

const IN_SESSION = `exists (select 1 from users where users.id = signing_runs.user_id and users.active
  and users.token_generation = signing_runs.token_generation)`
const IN_OFFICE = `(office is null or exists (select 1 from substitutions
  where substitutions.id = (signing_runs.office->>'substitutionId')::uuid and ${inForce('now()')}))`

/** Its person is active, has not ended their sessions since it began, and stands in still where they did. */
export const WANTED = `(${IN_SESSION} and ${IN_OFFICE})`
/** Why it is not wanted. */
export const UNWANTED = sql.raw<string | null>(
  `case when not ${IN_SESSION} then 'SESSION_ENDED' when not ${IN_OFFICE} then 'NOT_A_DEPUTY' end`,
)
export const IS_WANTED = sql.raw<boolean>(WANTED)

/** Does something in the run as long as this is its turn. */
export function withRun(
  database: Kysely<Schema>,
  { id, turn }: RunHold,
  work: (transaction: Transaction<Schema>, run: Pick<RunRow, 'state' | 'code'>) => Promise<void>,
): Promise<void> {
  return inTransaction(database, async (transaction) => {
    const run = await transaction
      .selectFrom('signing_runs')
      .where('id', '=', id)
      .where('turn', '=', turn)
      .select(['state', 'code'])
      .forUpdate()
      .executeTakeFirst()
    if (run) await work(transaction, run)
  })
}

export const isOfHold = ({ id, turn }: RunHold) =>
  sql<boolean>`run_id = ${id} and exists (select 1 from signing_runs where id = ${id} and turn = ${turn})`

/** Bytes of the document of an item as it is now. */
export const BYTES_OF_ITEM = `(select (revisions.base_length + revisions.length)::float8
  from documents join revisions on revisions.document_id = documents.id and number = current_revision
  where documents.id = item.document_id)`

export const toQueued = (row: ItemRow & { readonly bytes: number | null }): QueuedItem => ({
  ...{ id: row.id, signerId: row.signer_id, bytes: row.bytes ?? 0 },
  ...{ acceptedDisclaimer: row.accepted_disclaimer ?? undefined, acceptChanges: row.accept_changes },
})

/** With the octets of its document as it is now. */
export type SizedItem = ItemRow & { readonly bytes: number | null }

export function itemsIn(database: Kysely<Schema>, hold: RunHold, state: ItemRow['state']): Promise<SizedItem[]> {
  return database
    .selectFrom('signing_run_items as item')
    .where(isOfHold(hold))
    .where('state', '=', state)
    .orderBy('position')
    .selectAll('item')
    .select(sql.raw<number | null>(BYTES_OF_ITEM).as('bytes'))
    .execute()
}

export async function statesLeft(transaction: Transaction<Schema>, { id }: RunHold): Promise<Set<ItemRow['state']>> {
  const rows = await transaction
    .selectFrom('signing_run_items')
    .where('run_id', '=', id)
    .distinct()
    .select('state')
    .execute()
  return new Set(rows.map(({ state }) => state))
}
