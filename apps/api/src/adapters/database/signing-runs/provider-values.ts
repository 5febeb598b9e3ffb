import { sql, type Kysely } from 'kysely'
import type {
  HeldRun,
  ItemValue,
  PreparedOfRun,
  RunHold,
  RunWork,
  ValueLife,
} from '../../../modules/signing/runs/ports.ts'
import { inTransaction } from '../connection.ts'
import type { Schema } from '../schema.ts'
import { IS_WANTED, isFree, isOfHold, ofHold, toQueued, type RunPlace } from './run-hold.ts'
import { toRun } from './run-reads.ts'
import { valueBinding } from './run-store.ts'

type AtProvider = Pick<
  RunWork,
  'takeForPerson' | 'beginFinishing' | 'nextPrepared' | 'keepValue' | 'prepareAnew' | 'isHeld'
>

/** Values that a provider makes one by one while the run is held for that. */
export const makeAtProvider = (place: RunPlace): AtProvider => ({
  takeForPerson: (runId, times) => takeForPerson(place, runId, times),
  beginFinishing: (hold, life, first) => beginFinishing(place, hold, { ...life, first }),
  nextPrepared: (hold) => nextPrepared(place.database, hold),
  keepValue: async (hold, { id, value }, until) =>
    storeValue(place.database, hold, { id, value: await sealValue(place, hold, { id, value }), until }),
  prepareAnew: async (hold, { id }) => {
    await ofItem(place.database, hold, id).set({ state: 'moved-on' }).where('state', '=', 'prepared').execute()
  },
  isHeld: async (hold) => (await findGoingOn(place.database, hold)) !== undefined,
})

async function takeForPerson(
  { database, instance }: RunPlace,
  runId: string,
  { at, until }: Parameters<RunWork['takeForPerson']>[1],
): Promise<HeldRun | undefined> {
  const row = await database
    .updateTable('signing_runs')
    .set({ turn: sql<string>`gen_random_uuid()`, held_by: instance, held_until: until })
    .where('id', '=', runId)
    .where('state', '=', 'needs-person')
    .where(isFree(at))
    .returningAll()
    .executeTakeFirst()
  return row && { ...toRun(row), turn: row.turn!, unwanted: undefined }
}

interface FirstValue extends ValueLife {
  readonly first: ItemValue | undefined
}

async function beginFinishing(place: RunPlace, hold: RunHold, { at, until, first }: FirstValue): Promise<void> {
  const sealed = first && { id: first.id, value: await sealValue(place, hold, first), until }
  await inTransaction(place.database, async (transaction) => {
    await ofHold(transaction, hold)
      .set({ state: 'finishing', authorised_at: at, due_at: at, code: null })
      .where('state', '=', 'needs-person')
      .execute()
    if (sealed) await storeValue(transaction, hold, sealed)
  })
}

async function sealValue(
  { database, serverKeys }: RunPlace,
  hold: RunHold,
  { id, value }: ItemValue,
): Promise<Uint8Array> {
  const { signer_id: signerId } = await database
    .selectFrom('signing_run_items')
    .where('id', '=', id)
    .select('signer_id')
    .executeTakeFirstOrThrow()
  return serverKeys.wrap(value, valueBinding(hold.id, signerId))
}

interface SealedValue extends ItemValue {
  readonly until: Date
}

async function storeValue(database: Kysely<Schema>, hold: RunHold, { id, value, until }: SealedValue): Promise<void> {
  await ofItem(database, hold, id)
    .set({ state: 'valued', sealed_value: Buffer.from(value), value_until: until })
    .where('state', '=', 'prepared')
    .execute()
}

const ofItem = (database: Kysely<Schema>, hold: RunHold, id: string) =>
  database.updateTable('signing_run_items').where('id', '=', id).where(isOfHold(hold))

/** The run of a hold, where it is neither paused nor stopped, and its person may sign. */
const findGoingOn = (database: Kysely<Schema>, { id, turn }: RunHold) =>
  database
    .selectFrom('signing_runs')
    .where('id', '=', id)
    .where('turn', '=', turn)
    .where('state', 'in', ['needs-person', 'finishing'])
    .where('paused', '=', false)
    .where(IS_WANTED)
    .select('id')
    .executeTakeFirst()

async function nextPrepared(database: Kysely<Schema>, hold: RunHold): Promise<PreparedOfRun | undefined> {
  if (!(await findGoingOn(database, hold))) return undefined
  const row = await database
    .selectFrom('signing_run_items')
    .where('run_id', '=', hold.id)
    .where('state', '=', 'prepared')
    .orderBy('position')
    .limit(1)
    .selectAll()
    .executeTakeFirst()
  return row && { ...toQueued({ ...row, bytes: null }), documentDigest: row.document_digest! }
}
