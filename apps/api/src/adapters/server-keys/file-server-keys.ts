/**
 * Server keys in a file of their own, outside the data directory, so that a copy of the data is useless without it.
 * The file is made at the first start, readable by its owner alone, and read again when it changes: `rubrica keys
 * rotate` runs in another process than the server.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { ServerKeyError, wrappedKeyVersion, type ServerKeys } from '../../ports/server-keys.ts'
import { unwrapValue, wrapValue, type VersionedKey } from './wrap-value.ts'

const KEY_BYTES = 32

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
    rotate: async () => {
      await addKey(path, (await current()).file)
      return (await current()).file.active
    },
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

async function addKey(path: string, file: KeyFile): Promise<void> {
  const version = Math.max(...file.keys.map((key) => key.version)) + 1
  const aside = await writeAside(path, { format: 1, active: version, keys: [...file.keys, newKey(version)] })
  await rename(aside, path)
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
