/**
 * The file of server keys: readable by its owner alone, whole or not there, and changed by one process at a time.
 * `active` says which key wraps where no database says it.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { ServerKeyError } from '../../ports/server-keys.ts'

const KEY_BYTES = 32
/** Longer than it takes to write a file of keys, and how often a process that waits for that looks. */
const CHANGE_MS = 10_000
const LOOK_EVERY_MS = 20

const keyFile = z.object({
  format: z.literal(1),
  active: z.int().positive(),
  keys: z
    .array(z.object({ version: z.int().positive(), key: z.base64().length(44), createdAt: z.iso.datetime() }))
    .min(1),
})
export type KeyFile = z.infer<typeof keyFile>

export const fingerprintOf = (key: Uint8Array): string =>
  createHmac('sha256', key).update('rubrica server key fingerprint').digest('hex').slice(0, 32)

export const fileError = (message: string, cause?: unknown) => new ServerKeyError('SERVER_KEY_FILE', message, { cause })

export const makeKey = (version: number): KeyFile['keys'][number] => ({
  version,
  key: randomBytes(KEY_BYTES).toString('base64'),
  createdAt: new Date().toISOString(),
})

/** Another one when the file was changed or exchanged. */
export async function markOf(path: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(path)
  return `${mtimeMs} ${size} ${ino}`
}

export const isThere = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** @throws {ServerKeyError} SERVER_KEY_FILE with one sentence that quotes no key */
export async function readKeyFile(path: string): Promise<KeyFile> {
  const { mode } = await stat(path)
  if ((mode & 0o077) !== 0) throw fileError(`The server key file ${path} can be read by others; run chmod 600 on it.`)
  const text = await readFile(path, 'utf8')
  try {
    return keyFile.parse(JSON.parse(text))
  } catch {
    // No cause: an error of the parser could quote a key.
    throw fileError(`The server key file ${path} is damaged; put back your copy of it.`)
  }
}

/** Two first starts at once agree on one file: a hard link to an existing name fails. */
export async function createKeyFile(path: string): Promise<void> {
  const folder = dirname(path)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const aside = await writeAside(path, { format: 1, active: 1, keys: [makeKey(1)] })
    await link(aside, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await rm(aside)
  } catch (cause) {
    throw fileError(`The server key file ${path} cannot be made: ${(cause as Error).message}.`, cause)
  }
}

/** Puts `change` of what the file holds in its place. Others that change it meanwhile wait. */
export function changeKeyFile(path: string, change: (file: KeyFile) => KeyFile): Promise<void> {
  return changeAlone(path, async () => {
    const aside = await writeAside(path, change(await readKeyFile(path)))
    await rename(aside, path)
  })
}

/** Two changes of the same file would each write one without the other's key, and what that key wrapped is lost. */
async function changeAlone<T>(path: string, work: () => Promise<T>): Promise<T> {
  const mark = `${path}.rotating`
  for (let waited = 0; !(await takeMark(mark)); waited += LOOK_EVERY_MS) {
    if (waited >= CHANGE_MS) throw fileError(`Another process is changing the keys in ${path}; try again.`)
    await pause(LOOK_EVERY_MS)
  }
  return work().finally(() => rm(mark, { force: true }))
}

/** @returns false while somebody else has it. One that is older than any change was left by a process that died. */
async function takeMark(mark: string): Promise<boolean> {
  try {
    await (await open(mark, 'wx', 0o600)).close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw fileError(`${mark} cannot be made.`, error)
  }
  const facts = await stat(mark).catch(() => undefined)
  if (facts && Date.now() - facts.mtimeMs > CHANGE_MS) await rm(mark, { force: true })
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
