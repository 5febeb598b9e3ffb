/**
 * Which keys the installation has and in which state. Whoever changes that holds the table meanwhile, so that each
 * change is decided on what is there; reading waits for nobody.
 */
import { sql, type Kysely, type Transaction } from 'kysely'
import { ServerKeyError, type KeyFingerprint, type RegisteredKey } from '../../../ports/server-keys.ts'
import { inTransaction } from '../connection.ts'
import { appendInstallationEvent } from '../installation-log/append-installation-event.ts'
import type { ActedBy } from '../installation-log/log-acts.ts'
import { isKeyLogged } from '../installation-log/log-server-keys.ts'
import type { Schema } from '../schema.ts'
import { findLaggards, tellLaggards } from './living-replicas.ts'

/**
 * What was wrapped under the key before may still be on its way into a row for so long: longer than any statement, any
 * lease and any call.
 */
const ON_ITS_WAY = '10 minutes'

export interface ListedKey extends RegisteredKey {
  readonly stagedAt: Date
  readonly activatedAt: Date | null
  readonly retiredAt: Date | null
}

/** Where values lie that a key has wrapped, in words. */
export type Carrying = (transaction: Transaction<Schema>) => Promise<readonly string[]>

const refuse = (sentence: string) => new ServerKeyError('SERVER_KEY_STATE', sentence)

export async function readServerKeys(database: Kysely<Schema>): Promise<readonly ListedKey[]> {
  const rows = await database.selectFrom('server_keys').selectAll().orderBy('version').execute()
  return rows.map(({ version, fingerprint, state, ...at }) => ({
    ...{ version, fingerprint, state },
    ...{ stagedAt: at.staged_at, activatedAt: at.activated_at, retiredAt: at.retired_at },
  }))
}

/**
 * Makes these the keys of an installation that knows none yet; of several processes, those of the first one.
 * @returns whether it was this one
 */
export function takeOverServerKeys(
  database: Kysely<Schema>,
  keys: readonly KeyFingerprint[],
  activeVersion: number,
): Promise<boolean> {
  return alone(database, async (transaction) => {
    const known = await readServerKeys(transaction)
    if (known.length > 0) return false
    const rows = keys.map(({ version, fingerprint }) => ({
      ...{ version, fingerprint, state: version === activeVersion ? ('active' as const) : ('former' as const) },
      ...{ staged_at: sql<Date>`now()`, activated_at: sql<Date>`now()` },
    }))
    await transaction.insertInto('server_keys').values(rows).execute()
    return true
  })
}

/**
 * Registers the key that `add` puts into the file, as the one that all machines are to be given. One that was left there
 * by a process that died is taken.
 * @throws {ServerKeyError} SERVER_KEY_STATE when one is staged already
 */
export function stageServerKey(
  database: Kysely<Schema>,
  add: (version: number) => Promise<KeyFingerprint>,
  { actor, now }: ActedBy,
): Promise<KeyFingerprint> {
  return alone(database, async (transaction) => {
    const known = await readServerKeys(transaction)
    const staged = known.find(({ state }) => state === 'staged')
    if (staged) {
      throw refuse(
        `Server key ${staged.version} (${staged.fingerprint.slice(0, 8)}…) is staged already; activate it, or retire it.`,
      )
    }
    const key = await add(Math.max(...known.map(({ version }) => version)) + 1)
    await transaction
      .insertInto('server_keys')
      .values({ ...key, state: 'staged', staged_at: sql<Date>`now()` })
      .execute()
    const facts = { version: key.version, fingerprint: key.fingerprint }
    // A server may have found it in the file before.
    if (!(await isKeyLogged(transaction, key.fingerprint)))
      await appendInstallationEvent(transaction, { type: 'server-key-added', at: now(), actor, facts })
    return key
  })
}

/**
 * Has the staged key wrap from here on. A process that starts meanwhile finds it out by itself.
 * @param held the keys of this machine
 * @throws {ServerKeyError} SERVER_KEY_STATE while a living replica, or this machine, lacks it
 */
export function activateServerKey(
  database: Kysely<Schema>,
  { version, held }: { readonly version: number; readonly held: readonly KeyFingerprint[] },
  { actor, now }: ActedBy,
): Promise<void> {
  return alone(database, async (transaction) => {
    const key = await requireKey(transaction, version)
    if (key.state !== 'staged')
      throw refuse(`Server key ${version} is ${key.state}, and only a staged one is activated.`)
    if (!held.some((one) => one.version === version && one.fingerprint === key.fingerprint))
      throw refuse(`The key file of this machine does not hold server key ${version}.`)
    const lacking = await findLaggards(transaction, { key })
    if (lacking.length > 0) throw refuse(`Server key ${version} is not everywhere yet. ${tellLaggards(lacking)}`)
    const set = transaction.updateTable('server_keys')
    await set.set({ state: 'former' }).where('state', '=', 'active').execute()
    await set
      .set({ state: 'active', activated_at: sql<Date>`now()` })
      .where('version', '=', version)
      .execute()
    const facts = { version, fingerprint: key.fingerprint }
    await appendInstallationEvent(transaction, { type: 'server-key-activated', at: now(), actor, facts })
  })
}

/**
 * Says that nothing is left of a key, or that a staged one is not wanted.
 * @param carrying what is wrapped under it still, in words
 * @throws {ServerKeyError} SERVER_KEY_STATE while it may be needed
 */
export function retireServerKey(
  database: Kysely<Schema>,
  { version, carrying }: { readonly version: number; readonly carrying: Carrying },
  { actor, now }: ActedBy,
): Promise<ListedKey> {
  return alone(database, async (transaction) => {
    const key = await requireKey(transaction, version)
    if (key.state === 'active') throw refuse(`Server key ${version} is the active one; activate another one first.`)
    if (key.state === 'retired') throw refuse(`Server key ${version} is retired already.`)
    if (key.state === 'former') await refuseWhileNeeded(transaction, version, carrying)
    await transaction
      .updateTable('server_keys')
      .set({ state: 'retired', retired_at: sql<Date>`clock_timestamp()` })
      .where('version', '=', version)
      .execute()
    const facts = { version, fingerprint: key.fingerprint }
    await appendInstallationEvent(transaction, { type: 'server-key-retired', at: now(), actor, facts })
    return requireKey(transaction, version)
  })
}

async function refuseWhileNeeded(transaction: Transaction<Schema>, version: number, carrying: Carrying): Promise<void> {
  const wrapping = await findLaggards(transaction, { wrapsWith: version })
  if (wrapping.length > 0) throw refuse(`Server key ${version} is still wrapped with. ${tellLaggards(wrapping)}`)
  const recent = await transaction
    .selectFrom('server_keys')
    .where('state', '=', 'active')
    .where('activated_at', '>', sql<Date>`now() - interval '${sql.raw(ON_ITS_WAY)}'`)
    .select('version')
    .executeTakeFirst()
  if (recent) {
    throw refuse(
      `Server key ${recent.version} was activated less than ${ON_ITS_WAY} ago: what was begun before may still be on its way.`,
    )
  }
  const places = await carrying(transaction)
  if (places.length > 0)
    throw refuse(`Server key ${version} still opens what lies in ${places.join(', ')}; run "rubrica keys rewrap".`)
}

async function requireKey(database: Kysely<Schema>, version: number): Promise<ListedKey> {
  const key = (await readServerKeys(database)).find((one) => one.version === version)
  if (key) return key
  throw refuse(`There is no server key ${version}; "rubrica keys list" shows them.`)
}

function alone<T>(database: Kysely<Schema>, work: (transaction: Transaction<Schema>) => Promise<T>): Promise<T> {
  return inTransaction(database, async (transaction) => {
    await sql`lock table server_keys in share row exclusive mode`.execute(transaction)
    return work(transaction)
  })
}
