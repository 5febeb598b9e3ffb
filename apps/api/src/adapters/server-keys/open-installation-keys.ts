/** The key file of a process, once it is certain that it is the one of the installation. */
import type { Kysely } from 'kysely'
import { ServerKeyError, type KeyFingerprint, type RegisteredKey } from '../../ports/server-keys.ts'
import type { Schema } from '../database/schema.ts'
import { readServerKeys, takeOverServerKeys } from '../database/server-keys/server-key-store.ts'
import { openServerKeys, type FileServerKeys, type KeyFilePlace } from './file-server-keys.ts'
import { fileError, isThere } from './key-file.ts'
import { proveKeysOpen } from './rewrap-stored-values.ts'

export interface InstallationKeysWish extends KeyFilePlace {
  /** Nothing is stored yet that only a server key opens. */
  readonly isEmpty: boolean
  /** A first key may be made, where nothing is stored. */
  readonly mayCreate: boolean
}

/**
 * Opens the key file and compares it with what the database knows. An installation that knows no key yet takes over
 * those of the file, if they open what is stored: once, whoever starts at the same time.
 * @throws {ServerKeyError} SERVER_KEY_FILE, SERVER_KEY_FOREIGN with one sentence for the operator
 */
export async function openInstallationKeys(
  database: Kysely<Schema>,
  { path, kek, isEmpty, mayCreate }: InstallationKeysWish,
): Promise<FileServerKeys> {
  let registered: readonly RegisteredKey[] = await readServerKeys(database)
  const isFirst = registered.length === 0 && isEmpty
  const isMade = isFirst && !(await isThere(path))
  if (isMade && !mayCreate) {
    throw fileError(
      `There is no server key yet: run "rubrica keys init" once, and put the file that it makes at ${path} on each machine.`,
    )
  }
  const keys = await openServerKeys({ path, kek }, isFirst)
  if (registered.length === 0) {
    await proveKeysOpen(database, keys)
    const isOurs = await takeOverServerKeys(database, keys.held(), await keys.activeVersion())
    if (isOurs) keys.origin = isMade ? 'made' : 'taken over'
    registered = await readServerKeys(database)
  }
  refuseForeign(path, keys.held(), registered)
  await keys.follow(registered)
  return keys
}

function refuseForeign(path: string, held: readonly KeyFingerprint[], registered: readonly RegisteredKey[]): void {
  for (const { version, fingerprint, state } of registered) {
    const own = held.find((key) => key.version === version)
    if (own && own.fingerprint !== fingerprint) {
      throw foreign(
        `The server key file ${path} holds another key of version ${version} (${short(own.fingerprint)}) than this installation's (${short(fingerprint)}); put the installation's key file there.`,
      )
    }
    if (!own && (state === 'active' || state === 'former')) {
      throw foreign(
        `The server key file ${path} lacks the installation's key of version ${version} (${short(fingerprint)}), which is ${state === 'active' ? 'the active one' : 'needed for what it has wrapped'}; copy the newest key file there.`,
      )
    }
  }
}

const foreign = (sentence: string) => new ServerKeyError('SERVER_KEY_FOREIGN', sentence)
const short = (fingerprint: string) => `${fingerprint.slice(0, 8)}…`
