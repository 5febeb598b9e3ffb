/**
 * Objects as files: `ab/2031-01-31/ab…`, each written aside, flushed to the disk and renamed, so that a name never
 * stands for half an object, whenever the machine stops.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ObjectError, type ObjectStore, type StoredObject } from '../../ports/object-store.ts'
import { digestOf, folderOf, idAtPlace, readObjectId } from './object-ids.ts'
import { storeByDigest } from './store-by-digest.ts'

const INCOMING = 'incoming'
/** Octets that are read at a time. */
const PIECE = 256 * 1024

export function openDiskObjectStore(root: string, now: () => Date = () => new Date()): ObjectStore {
  const pathOf = (id: string): string => join(root, readObjectId(id).place)
  return {
    ...storeByDigest((id, parts) => store(root, parts, pathOf(id)), now),
    get: (id) => read(pathOf(id), id),
    stream: (id) => stream(pathOf(id), id),
    sizeOf: (id) => stat(pathOf(id)).then(({ size }) => size, absent),
    delete: (id) => rm(pathOf(id), { force: true }),
    retain: undefined,
    probe: () => aside(root, [Buffer.alloc(TRIED_BYTES)], (path) => rm(path)),
    list: (beginning) => list(root, folderOf(beginning)),
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** As much as a small signature takes: a disk may have room for a few octets still. */
const TRIED_BYTES = 256 * 1024

async function store(root: string, parts: readonly Uint8Array[], target: string): Promise<void> {
  await aside(root, parts, async (written) => {
    await within(dirname(target), () => rename(written, target))
    await flushDirectory(dirname(target))
  })
}

/** Makes the folder only when it is missing, which it hardly ever is. */
async function within(folder: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const first = await mkdir(folder, { recursive: true, mode: 0o700 })
    // The names of the new folders have to be safe on the disk too.
    for (let made = folder; first && made.length >= first.length; made = dirname(made)) {
      await flushDirectory(dirname(made))
    }
    await work()
  }
}

/** Writes a file beside the objects, safe on disk, for `take`, after which it is gone. */
async function aside(root: string, parts: readonly Uint8Array[], take: (path: string) => Promise<void>): Promise<void> {
  const path = join(root, INCOMING, randomUUID())
  try {
    await within(join(root, INCOMING), () => writeDurably(path, parts))
    await take(path)
  } catch (error) {
    await rm(path, { force: true })
    if (['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')) {
      throw new ObjectError('OBJECT_STORE_FULL', undefined, { cause: error })
    }
    throw error
  }
}

async function writeDurably(path: string, parts: readonly Uint8Array[]): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for (const part of inFewWrites(parts)) await file.writeFile(part)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A copy of a small object takes less than a write for each of its parts. */
const COPIED = 1024 * 1024

function inFewWrites(parts: readonly Uint8Array[]): readonly Uint8Array[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return length > COPIED ? parts.filter((part) => part.length > 0) : [Buffer.concat(parts, length)]
}

async function flushDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  await directory.sync().finally(() => directory.close())
}

const missing = (id: string) => (cause: NodeJS.ErrnoException) => {
  throw cause.code === 'ENOENT' ? new ObjectError('OBJECT_MISSING', id, { cause }) : cause
}

async function* stream(path: string, id: string): AsyncIterable<Uint8Array> {
  const file = await open(path, 'r').catch(missing(id))
  const hash = createHash('sha256')
  for await (const piece of file.createReadStream({ highWaterMark: PIECE }) as AsyncIterable<Buffer>) {
    hash.update(piece)
    yield piece
  }
  if (hash.digest('hex') !== readObjectId(id).digest) throw new ObjectError('OBJECT_DAMAGED', id)
}

async function read(path: string, id: string): Promise<Uint8Array> {
  const bytes = await readFile(path).catch(missing(id))
  if (digestOf([bytes]) !== readObjectId(id).digest) throw new ObjectError('OBJECT_DAMAGED', id)
  return bytes
}

/** Goes down one folder: that of a day, below the two digits. */
async function* list(root: string, folder: string): AsyncIterable<StoredObject> {
  for await (const name of entries(join(root, folder))) {
    const place = `${folder}/${name}`
    const id = idAtPlace(place)
    const facts = await stat(join(root, place)).catch(() => undefined)
    if (facts?.isDirectory() && DAY.test(place)) yield* list(root, place)
    else if (facts && id !== undefined) yield { id, size: facts.size, storedAt: facts.mtime }
  }
}

const DAY = /^[0-9a-f]{2}\/\d{4}-\d{2}-\d{2}$/

async function* entries(path: string): AsyncIterable<string> {
  const directory = await opendir(path).catch(() => undefined)
  if (!directory) return
  for await (const entry of directory) yield entry.name
}
