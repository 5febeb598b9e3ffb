/** What an operator's commands do to the server keys of an installation, beside running servers or without any. */
import { setTimeout as pause } from 'node:timers/promises'
import { logServerKeys } from '../adapters/database/installation-log/log-server-keys.ts'
import {
  activateServerKey,
  readServerKeys,
  retireServerKey,
  stageServerKey,
  type ListedKey,
} from '../adapters/database/server-keys/server-key-store.ts'
import {
  findLaggards,
  listLivingReplicas,
  tellLaggards,
  type LivingReplica,
} from '../adapters/database/server-keys/living-replicas.ts'
import { openLog } from '../adapters/log/open-log.ts'
import { findCarriers } from '../adapters/server-keys/find-carriers.ts'
import { rewrapStoredValues, type OnPage, type Rewrapped } from '../adapters/server-keys/rewrap-stored-values.ts'
import { openFoundation, type Foundation } from './foundation.ts'
import { readConfig } from '../config/config.ts'
import type { Environment } from '../config/environment-reader.ts'
import { ServerKeyError, type KeyFingerprint } from '../ports/server-keys.ts'

export interface KeysMade extends KeyFingerprint {
  /** Path of the key file. */
  readonly file: string
  /** False when the file was there, and the installation has taken it over. */
  readonly isNew: boolean
}

export interface KeysListed {
  readonly keys: readonly ListedKey[]
  readonly replicas: readonly LivingReplica[]
}

export interface KeyRotated extends Rewrapped {
  readonly version: number
}

/** Every living server reads its key file within two reports; more is a file that nobody has brought there. */
const PATIENCE_MS = 20_000
const LOOK_EVERY_MS = 250

/**
 * Makes the first server key of an installation, or takes over the file that is there.
 * @throws {ServerKeyError} SERVER_KEY_STATE when the installation has keys
 */
export async function initServerKeys(env: Environment): Promise<KeysMade> {
  await using foundation = await open(env, true)
  const { database, serverKeys } = foundation
  const active = (await readServerKeys(database)).find(({ state }) => state === 'active')
  if (!active || serverKeys.origin === 'known')
    throw new ServerKeyError('SERVER_KEY_STATE', 'The installation has server keys; "rubrica keys list" shows them.')
  await logServerKeys(database, serverKeys, foundation)
  const { version, fingerprint } = active
  return { version, fingerprint, file: serverKeys.path, isNew: serverKeys.origin === 'made' }
}

/** Every key, and the servers that live with the keys that they hold. */
export async function listServerKeys(env: Environment): Promise<KeysListed> {
  await using foundation = await open(env)
  const { database } = foundation
  return { keys: await readServerKeys(database), replicas: await listLivingReplicas(database) }
}

/** Makes a key that wraps nothing yet. It has to be brought to all machines before it is activated. */
export async function stageServerKeyNow(env: Environment): Promise<KeyFingerprint & { readonly file: string }> {
  await using foundation = await open(env)
  return { ...(await stage(foundation)), file: foundation.serverKeys.path }
}

/** Has the staged key wrap from here on. */
export async function activateServerKeyNow(env: Environment, version: number): Promise<void> {
  await using foundation = await open(env)
  await activate(foundation, version)
}

/** Wraps everything stored under the active key; where a run was cut off, the next one goes on. */
export async function rewrapServerKeys(env: Environment, onPage?: OnPage): Promise<KeyRotated> {
  await using foundation = await open(env)
  return await rewrap(foundation, onPage)
}

/** Says that nothing is left of a key but in backups. */
export async function retireServerKeyNow(env: Environment, version: number): Promise<ListedKey> {
  await using foundation = await open(env)
  const carrying = (transaction: Foundation['database']) => findCarriers(transaction, version)
  return await retireServerKey(foundation.database, { version, carrying }, foundation)
}

/**
 * Takes a retired key out of this machine's file.
 * @throws {ServerKeyError} SERVER_KEY_STATE when it is not retired
 */
export async function dropServerKey(env: Environment, version: number): Promise<void> {
  await using foundation = await open(env)
  const { database, serverKeys } = foundation
  const key = (await readServerKeys(database)).find((one) => one.version === version)
  if (key?.state !== 'retired')
    throw new ServerKeyError('SERVER_KEY_STATE', `Server key ${version} is not a retired one; nothing was dropped.`)
  await serverKeys.drop(version)
}

/**
 * All of it where every server reads the same file: stages a key, waits until all have it, activates it and wraps
 * everything anew. A key that is staged already is the one.
 */
export async function rotateServerKeys(env: Environment): Promise<KeyRotated> {
  await using foundation = await open(env)
  const { database, serverKeys } = foundation
  const staged = (await readServerKeys(database)).find(({ state }) => state === 'staged')
  const { version, fingerprint } = staged ?? (await stage(foundation))
  const key = { version, fingerprint, state: 'staged' } as const
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const lacking = await findLaggards(database, { key })
    if (lacking.length === 0) break
    if (waited >= PATIENCE_MS) {
      const next = `Copy ${serverKeys.path} to its machine, and run "rubrica keys rotate" again.`
      throw new ServerKeyError('SERVER_KEY_STATE', `Server key ${version} is staged. ${tellLaggards(lacking)} ${next}`)
    }
    await pause(LOOK_EVERY_MS)
  }
  await activate(foundation, version)
  return await rewrap(foundation)
}

const open = (env: Environment, makesKeys?: boolean): Promise<Foundation> =>
  openFoundation({
    ...{ config: readConfig(env), role: 'tool', log: openLog({ level: 'silent' }) },
    ...(makesKeys && { makesKeys }),
  })

const stage = ({ database, serverKeys, ...by }: Foundation): Promise<KeyFingerprint> =>
  stageServerKey(database, (version) => serverKeys.add(version), by)

async function activate({ database, serverKeys, ...by }: Foundation, version: number): Promise<void> {
  await activateServerKey(database, { version, held: serverKeys.held() }, by)
  await serverKeys.follow(await readServerKeys(database))
}

async function rewrap({ opened, serverKeys }: Foundation, onPage?: OnPage): Promise<KeyRotated> {
  const done = await opened.unlimited((database) => rewrapStoredValues(database, serverKeys, onPage))
  return { version: await serverKeys.activeVersion(), ...done }
}
