/** What an operator's commands do to the key file of one machine, without any database. */
import { openServerKeys, sealEntry } from '../adapters/server-keys/file-server-keys.ts'
import { kekBinding } from '../adapters/server-keys/kek/kek.ts'
import {
  changeKeyFile,
  createKeyFile,
  fileError,
  fingerprintOf,
  isThere,
  readKeyFile,
  toEntry,
  type KeyEntry,
  type KeyFile,
} from '../adapters/server-keys/key-file.ts'
import { keyFilePlace } from './key-file-place.ts'
import { readConfig } from '../config/config.ts'
import type { Environment } from '../config/environment-reader.ts'
import { ServerKeyError, type KeyFingerprint } from '../ports/server-keys.ts'

export interface SealedFile {
  readonly file: string
  readonly kek: string
  /** How many it holds. */
  readonly keys: number
}

const refuse = (sentence: string) => new ServerKeyError('SERVER_KEY_STATE', sentence)

/**
 * Closes each key of the file under the key that SERVER_KEY_KEK names. The file is changed once each of them has been
 * opened again.
 * @throws {ServerKeyError}
 */
export async function sealKeyFile(env: Environment): Promise<SealedFile> {
  const { path, kek } = keyFilePlace(readConfig(env))
  if (!kek) throw refuse('SERVER_KEY_KEK names no key under which the server keys could be sealed.')
  const before = await readThere(path)
  if (before.kek !== undefined) throw refuse(`The server key file ${path} is sealed already, under ${before.kek}.`)
  const keys: KeyEntry[] = []
  for (const entry of before.keys) keys.push(await sealEntry(entry, kek))
  await exchange(path, before, { ...before, kek: kek.name, keys })
  return { file: path, kek: kek.name, keys: keys.length }
}

/** Puts the keys themselves into the file again. */
export async function unsealKeyFile(env: Environment): Promise<SealedFile> {
  const place = keyFilePlace(readConfig(env))
  const { path, kek } = place
  const before = await readThere(path)
  if (!kek || before.kek === undefined)
    throw refuse(`The server key file ${path} or SERVER_KEY_KEK is not a sealed one.`)
  const keys: KeyEntry[] = []
  for (const entry of before.keys) {
    const key = await kek.open(entry.octets, kekBinding(entry.version, entry.fingerprint))
    if (fingerprintOf(key) !== entry.fingerprint)
      throw refuse(`${kek.name} opened something that is not the server key of version ${entry.version}.`)
    keys.push({ ...entry, octets: key })
  }
  await exchange(path, before, { ...before, kek: undefined, keys })
  return { file: path, kek: before.kek, keys: keys.length }
}

/** A key itself, for paper. */
export async function revealServerKey(env: Environment, version: number): Promise<KeyFingerprint & { hex: string }> {
  const keys = await openServerKeys(keyFilePlace(readConfig(env)), false)
  const held = keys.held().find((one) => one.version === version)
  const key = keys.reveal(version)
  if (held && key) return { ...held, hex: Buffer.from(key).toString('hex') }
  throw refuse(`The server key file ${keys.path} holds no key of version ${version}.`)
}

export interface EnteredKey extends KeyFingerprint {
  /** As it was put together from paper: 64 hexadecimal digits. */
  readonly hex: string
}

/**
 * Puts a key from paper into the file, which is made where there is none. Shares that do not belong together give
 * another key, and not an error: so the fingerprint has to fit.
 * @returns the path of the file
 * @throws {ServerKeyError} that quotes nothing of what was typed
 */
export async function enterServerKey(env: Environment, { version, fingerprint, hex }: EnteredKey): Promise<string> {
  const place = keyFilePlace(readConfig(env))
  if (!/^[0-9a-f]{64}$/i.test(hex)) throw refuse('A server key is 64 hexadecimal digits; nothing was written.')
  const entry = toEntry(version, Buffer.from(hex, 'hex'))
  if (entry.fingerprint !== fingerprint.toLowerCase())
    throw refuse(
      `This is not the key with the fingerprint ${fingerprint}: a digit or a share is wrong; nothing was written.`,
    )
  if (!(await isThere(place.path))) {
    const first = await sealEntry(entry, place.kek)
    if (await createKeyFile(place.path, { active: version, kek: place.kek?.name, keys: [first] })) return place.path
  }
  const put = await (await openServerKeys(place, false)).put(entry)
  if (put.fingerprint === entry.fingerprint) return place.path
  throw refuse(`The server key file ${place.path} holds another key of version ${version}; nothing was written.`)
}

async function readThere(path: string): Promise<KeyFile> {
  if (await isThere(path)) return readKeyFile(path)
  throw fileError(`The server key file ${path} is missing.`)
}

/** A key that came into the file since it was read is not lost. */
function exchange(path: string, before: KeyFile, after: KeyFile): Promise<void> {
  const list = ({ kek, keys }: KeyFile) => JSON.stringify([kek, keys.map((key) => [key.version, key.fingerprint])])
  return changeKeyFile(path, (file) => {
    if (list(file) === list(before)) return { ...after, active: file.active }
    throw refuse(`The server key file ${path} was changed meanwhile; try again.`)
  })
}
