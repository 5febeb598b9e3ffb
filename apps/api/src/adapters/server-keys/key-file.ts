/**
 * The file of server keys: readable by its owner alone, whole or not there, and changed by one process at a time.
 * `active` says which key wraps where no database says it. Format 1 holds the keys themselves, format 2 what a key of
 * the operator's has made of them (kek/kek.ts).
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { chmod, link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { ServerKeyError } from '../../ports/server-keys.ts'

const KEY_BYTES = 32
/** Longer than it takes to write a file of keys, and how often a process that waits for that looks. */
const CHANGE_MS = 10_000
const LOOK_EVERY_MS = 20

const common = { version: z.int().positive(), createdAt: z.iso.datetime() }
const active = z.int().positive()
const plainFile = z.object({
  format: z.literal(1),
  active,
  keys: z.array(z.object({ ...common, key: z.base64().length(44) })).min(1),
})
const sealedFile = z.object({
  format: z.literal(2),
  active,
  kek: z.string().max(1000),
  keys: z
    .array(z.object({ ...common, fingerprint: z.string().regex(/^[0-9a-f]{32}$/), sealed: z.base64().max(12_000) }))
    .min(1),
})
const anyFile = z.discriminatedUnion('format', [plainFile, sealedFile])

/** A key as the file holds it. */
export interface KeyEntry {
  readonly version: number
  readonly createdAt: string
  readonly fingerprint: string
  /** The key itself, or, in a sealed file, what opens to it. */
  readonly octets: Uint8Array
}

export interface KeyFile {
  readonly active: number
  /** The name of the key under which they lie; undefined where they lie open. */
  readonly kek: string | undefined
  readonly keys: readonly KeyEntry[]
}

export const fingerprintOf = (key: Uint8Array): string =>
  createHmac('sha256', key).update('rubrica server key fingerprint').digest('hex').slice(0, 32)

export const fileError = (message: string, cause?: unknown) => new ServerKeyError('SERVER_KEY_FILE', message, { cause })

export const makeKey = (version: number): KeyEntry => toEntry(version, randomBytes(KEY_BYTES))

export const toEntry = (version: number, key: Uint8Array): KeyEntry => ({
  ...{ version, createdAt: new Date().toISOString(), fingerprint: fingerprintOf(key), octets: key },
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

/**
 * Whether others than its owner may read or change a file. One that is not ours is lent to us by our group: so
 * Kubernetes mounts a Secret, and systemd hands over a credential.
 */
function isOpenToOthers({ mode, uid }: Stats): boolean {
  const isOurs = process.getuid === undefined || uid === process.getuid()
  return (mode & (isOurs ? 0o077 : 0o037)) !== 0
}

/** @throws {ServerKeyError} SERVER_KEY_FILE with one sentence that quotes no key */
export async function readKeyFile(path: string): Promise<KeyFile> {
  if (isOpenToOthers(await stat(path)))
    throw fileError(`The server key file ${path} can be read by others; run chmod 600 on it.`)
  const text = await readFile(path, 'utf8')
  try {
    return fromText(anyFile.parse(JSON.parse(text)))
  } catch {
    // No cause: an error of the parser could quote a key.
    throw fileError(`The server key file ${path} is damaged; put back your copy of it.`)
  }
}

function fromText(file: z.infer<typeof anyFile>): KeyFile {
  const octetsOf = (text: string) => Buffer.from(text, 'base64')
  if (file.format === 2) {
    const keys = file.keys.map(({ sealed, ...entry }) => ({ ...entry, octets: octetsOf(sealed) }))
    return { active: file.active, kek: file.kek, keys }
  }
  const keys = file.keys.map(({ key, ...entry }) => {
    const octets = octetsOf(key)
    return { ...entry, octets, fingerprint: fingerprintOf(octets) }
  })
  return { active: file.active, kek: undefined, keys }
}

function toText({ active: version, kek, keys }: KeyFile): string {
  const file: z.infer<typeof anyFile> =
    kek === undefined
      ? {
          ...{ format: 1, active: version },
          keys: keys.map(({ version: own, octets, createdAt }) => ({
            ...{ version: own, key: Buffer.from(octets).toString('base64'), createdAt },
          })),
        }
      : {
          ...{ format: 2, active: version, kek },
          keys: keys.map(({ octets, ...entry }) => ({ ...entry, sealed: Buffer.from(octets).toString('base64') })),
        }
  return `${JSON.stringify(file, null, 2)}\n`
}

/**
 * Two first starts at once agree on one file: a hard link to an existing name fails.
 * @returns whether this one made it
 */
export async function createKeyFile(path: string, file: KeyFile): Promise<boolean> {
  const folder = dirname(path)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const aside = await writeAside(path, file)
    const isOurs = await link(aside, path).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false
        throw error
      },
    )
    await rm(aside)
    return isOurs
  } catch (cause) {
    throw fileError(`The server key file ${path} cannot be made: ${(cause as Error).message}.`, cause)
  }
}

/** Puts `change` of what the file holds in its place. Others that change it meanwhile wait. */
export function changeKeyFile(path: string, change: (file: KeyFile) => KeyFile): Promise<void> {
  return changeAlone(path, async () => {
    const before = await readKeyFile(path)
    const after = change(before)
    if (after !== before) await rename(await writeAside(path, after), path)
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
  await handle.writeFile(toText(file))
  await handle.sync()
  await handle.close()
  await chmod(aside, 0o600)
  return aside
}
