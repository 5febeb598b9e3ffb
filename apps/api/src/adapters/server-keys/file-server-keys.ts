/**
 * Server keys in a file of their own, outside the data directory, so that a copy of the data is useless without it.
 * The file is made at the first start, readable by its owner alone, and read again when it changes: `rubrica keys
 * rotate` runs in another process than the server.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { ServerKeyError, wrappedKeyVersion, type ServerKeys } from '../../ports/server-keys.ts'
import { unwrapValue, wrapValue, type VersionedKey } from './wrap-value.ts'

const KEY_BYTES = 32
/** Longer than it takes to write a file of keys, and how often a process that waits for that looks. */
const ROTATION_MS = 10_000
const LOOK_EVERY_MS = 20

const keyFile = z.object({
  format: z.literal(1),
  active: z.int().positive(),
  keys: z
    .array(z.object({ version: z.int().positive(), key: z.base64().length(44), createdAt: z.iso.datetime() }))
    .min(1),
})
type KeyFile = z.infer<typeof keyFile>

interface LoadedKeys {
  readonly file: KeyFile
  readonly keys: ReadonlyMap<number, Uint8Array>
  readonly mark: string
}

/**
 * Opens the key file, or makes it.
 * @param mayCreate false when data exists already: then a missing file is a mistake, and a fresh key would hide it.
 * @throws {ServerKeyError} SERVER_KEY_FILE with one sentence for the operator.
 */
export async function openServerKeys(path: string, mayCreate: boolean): Promise<ServerKeys> {
  if (!(await stat(path).catch(() => undefined))) {
    if (!mayCreate)
      throw fileError(`The server key file ${path} is missing; without it the stored data cannot be read.`)
    await createKeyFile(path)
  }
  let loaded = await load(path)
  const current = async (): Promise<LoadedKeys> => {
    if ((await markOf(path)) !== loaded.mark) loaded = await load(path)
    return loaded
  }
  return {
    wrap: async (plaintext, binding) => wrapValue(activeKey(await current()), plaintext, binding),
    unwrap: async (wrapped, binding) => {
      const version = wrapped.byteLength < KEY_BYTES ? 0 : wrappedKeyVersion(wrapped)
      const key = loaded.keys.get(version) ?? (await current()).keys.get(version)
      if (key) return unwrapValue(key, wrapped, binding)
      throw new ServerKeyError('SERVER_KEY_UNKNOWN', `The server key of version ${version} is not in the key file.`)
    },
    activeVersion: async () => (await current()).file.active,
    rotate: () => addKey(path),
    fingerprints: async () =>
      [...(await current()).keys].map(([version, key]) => ({ version, fingerprint: fingerprintOf(key) })),
  }
}

function activeKey({ file, keys }: LoadedKeys): VersionedKey {
  const key = keys.get(file.active)
  if (key) return { version: file.active, key }
  throw fileError(`The server key file names version ${file.active} as active and does not hold it.`)
}

const fingerprintOf = (key: Uint8Array): string =>
  createHmac('sha256', key).update('rubrica server key fingerprint').digest('hex').slice(0, 32)

const fileError = (message: string, cause?: unknown) => new ServerKeyError('SERVER_KEY_FILE', message, { cause })

async function markOf(path: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(path)
  return `${mtimeMs} ${size} ${ino}`
}

async function load(path: string): Promise<LoadedKeys> {
  const mark = await markOf(path)
  const { mode } = await stat(path)
  if ((mode & 0o077) !== 0) throw fileError(`The server key file ${path} can be read by others; run chmod 600 on it.`)
  const file = parse(path, await readFile(path, 'utf8'))
  return { file, mark, keys: new Map(file.keys.map(({ version, key }) => [version, Buffer.from(key, 'base64')])) }
}

function parse(path: string, text: string): KeyFile {
  try {
    return keyFile.parse(JSON.parse(text))
  } catch {
    // No cause: an error of the parser could quote a key.
    throw fileError(`The server key file ${path} is damaged; put back your copy of it.`)
  }
}

const newKey = (version: number) => ({
  version,
  key: randomBytes(KEY_BYTES).toString('base64'),
  createdAt: new Date().toISOString(),
})

/** Two first starts at once agree on one file: a hard link to an existing name fails. */
async function createKeyFile(path: string): Promise<void> {
  const folder = dirname(path)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const aside = await writeAside(path, { format: 1, active: 1, keys: [newKey(1)] })
    await link(aside, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await rm(aside)
  } catch (cause) {
    throw fileError(`The server key file ${path} cannot be made: ${(cause as Error).message}.`, cause)
  }
}

/** @returns the version of the new key, which is active from now on. */
function addKey(path: string): Promise<number> {
  return rotateAlone(path, async () => {
    const { file } = await load(path)
    const version = Math.max(...file.keys.map((key) => key.version)) + 1
    const aside = await writeAside(path, { format: 1, active: version, keys: [...file.keys, newKey(version)] })
    await rename(aside, path)
    return version
  })
}

/** Two rotations from the same file would each write one without the other's key, and what that key wrapped is lost. */
async function rotateAlone<T>(path: string, work: () => Promise<T>): Promise<T> {
  const mark = `${path}.rotating`
  for (let waited = 0; !(await takeMark(mark)); waited += LOOK_EVERY_MS) {
    if (waited >= ROTATION_MS) throw fileError(`Another process is rotating the keys in ${path}; try again.`)
    await pause(LOOK_EVERY_MS)
  }
  return work().finally(() => rm(mark, { force: true }))
}

/** @returns false while somebody else has it. One that is older than any rotation was left by a process that died. */
async function takeMark(mark: string): Promise<boolean> {
  try {
    await (await open(mark, 'wx', 0o600)).close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw fileError(`${mark} cannot be made.`, error)
  }
  const facts = await stat(mark).catch(() => undefined)
  if (facts && Date.now() - facts.mtimeMs > ROTATION_MS) await rm(mark, { force: true })
  return false
}

async function writeAside(path: string, file: KeyFile): Promise<string> {
  const aside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const handle = await open(aside, 'wx', 0o600)
  await handle.writeFile(`${JSON.stringify(file, null, 2)}\n`)
  await handle.sync()
  await handle.close()
  await chmod(aside, 0o600)
  return aside
}
