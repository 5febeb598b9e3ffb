/** Objects in a bucket, under the same names as on a disk. */
import { createHash } from 'node:crypto'
import { ObjectError, type ObjectStore, type StoredObject } from '../../../ports/object-store.ts'
import { folderOf, idAtPlace, readObjectId } from '../object-ids.ts'
import { storeByDigest } from '../store-by-digest.ts'
import { S3Failure, toObjectError } from './s3-failure.ts'
import type { S3Requests } from './s3-requests.ts'

/** Lies in each bucket that we use: whoever reads it can reach the store. */
export const MARK = 'rubrica-objects'
/** Holds the name of the installation whose objects these are. */
export const OWNER = 'rubrica-installation'
/** For so long an answer about the store as a whole stands. */
const PROBED_MS = 5000
/** What was full is not asked again so soon. */
const FULL_MS = 30_000
/** An object that came with other octets is read once more. */
const READINGS = 2

export interface S3StoreOptions {
  readonly requests: S3Requests
  /** What each key begins with; empty for nothing. */
  readonly prefix: string
  readonly now?: () => Date
}

export const keyOf = (prefix: string, place: string): string => (prefix === '' ? place : `${prefix}/${place}`)

export function openS3ObjectStore({ requests, prefix, now = () => new Date() }: S3StoreOptions): ObjectStore {
  const probe = openProbe(requests, keyOf(prefix, MARK))
  const at = (id: string) => ({ id, key: keyOf(prefix, readObjectId(id).place), digest: readObjectId(id).digest })
  const store = (id: string, parts: readonly Uint8Array[]) =>
    putObject(requests, { ...at(id), parts }).catch(probe.note)
  return {
    ...storeByDigest(store, now),
    get: (id) => getObject(requests, at(id)),
    stream: (id) => streamObject(requests, at(id)),
    sizeOf: (id) =>
      requests.head(at(id).key).then(
        ({ size }) => size,
        (error: unknown) => {
          if (error instanceof S3Failure && error.problem === 'missing') return undefined
          throw toObjectError(error, id)
        },
      ),
    delete: (id) => requests.delete(at(id).key).catch(refuse(id)),
    retain: (id, until) => requests.retain(at(id).key, until).catch(refuse(id)),
    probe: probe.ask,
    list: (beginning) => listObjects(requests, prefix, folderOf(beginning)),
  }
}

const refuse = (id: string) => (error: unknown) => {
  throw toObjectError(error, id)
}

interface AtKey {
  readonly id: string
  readonly key: string
  readonly digest: string
}

/** What is there already is ours: its name is its digest. It is asked for its size all the same. */
async function putObject(
  requests: S3Requests,
  { id, key, digest, parts }: AtKey & { readonly parts: readonly Uint8Array[] },
): Promise<void> {
  try {
    const { outcome } = await requests.put(key, { parts, digest })
    if (outcome === 'stored') return
    const there = await requests.head(key)
    const size = parts.reduce((sum, part) => sum + part.length, 0)
    if (there.size !== size || (there.digest ?? digest) !== digest) throw new ObjectError('OBJECT_DAMAGED', id)
  } catch (error) {
    // Stored a moment ago, and gone: the store cannot be relied upon.
    if (error instanceof S3Failure && error.problem === 'missing') {
      throw new ObjectError('OBJECT_STORE_AWAY', undefined, { cause: error })
    }
    throw toObjectError(error, id)
  }
}

async function getObject(requests: S3Requests, place: AtKey): Promise<Uint8Array> {
  for (let reading = 1; ; reading += 1) {
    const pieces: Uint8Array[] = []
    try {
      for await (const piece of streamObject(requests, place)) pieces.push(piece)
      return Buffer.concat(pieces)
    } catch (error) {
      const isDamaged = error instanceof ObjectError && error.code === 'OBJECT_DAMAGED'
      if (!isDamaged || reading === READINGS) throw error
    }
  }
}

async function* streamObject(requests: S3Requests, { id, key, digest }: AtKey): AsyncIterable<Uint8Array> {
  const hash = createHash('sha256')
  try {
    for await (const piece of requests.read(key)) {
      hash.update(piece)
      yield piece
    }
  } catch (error) {
    throw toObjectError(error, id)
  }
  if (hash.digest('hex') !== digest) throw new ObjectError('OBJECT_DAMAGED', id)
}

async function* listObjects(requests: S3Requests, prefix: string, folder: string): AsyncIterable<StoredObject> {
  const root = keyOf(prefix, '')
  try {
    for await (const { key, size, storedAt } of requests.list(`${root}${folder}/`)) {
      const id = idAtPlace(key.slice(root.length))
      if (id !== undefined) yield { id, size, storedAt }
    }
  } catch (error) {
    throw toObjectError(error)
  }
}

/** Whether the store can be worked with, asked by HEAD of one key, and not more often than every few seconds. */
function openProbe(requests: S3Requests, key: string) {
  let last: { readonly until: number; readonly answer: Promise<void> } | undefined
  return {
    ask: (): Promise<void> => {
      const at = performance.now()
      if (!last || last.until <= at) {
        const answer = requests.head(key).then(() => undefined, outage)
        answer.catch(() => undefined)
        last = { until: at + PROBED_MS, answer }
      }
      return last.answer
    },
    /** A store that is full answers HEAD still. */
    note: (error: unknown): never => {
      if (error instanceof ObjectError && error.code === 'OBJECT_STORE_FULL') {
        const answer = Promise.reject(error)
        answer.catch(() => undefined)
        last = { until: performance.now() + FULL_MS, answer }
      }
      throw error
    },
  }
}

/** Without its mark it is not the bucket that was checked at the start. */
function outage(error: unknown): never {
  const isMissing = error instanceof S3Failure && error.problem === 'missing'
  throw isMissing ? new ObjectError('OBJECT_STORE_AWAY', undefined, { cause: error }) : toObjectError(error)
}
