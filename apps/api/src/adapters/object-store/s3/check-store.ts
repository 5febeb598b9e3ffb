/**
 * Proves that a store keeps what we rely upon. Some answer 200 to conditions and locks that they do not honour, so it is
 * tried, with small objects of a folder of their own, which are deleted afterwards as far as that is allowed.
 */
import { createHash, randomUUID } from 'node:crypto'
import { toFailure, S3Failure, type S3Problem } from './s3-failure.ts'
import { keyOf, MARK, OWNER } from './s3-object-store.ts'
import type { S3Body, S3Requests } from './s3-requests.ts'

/** Why the store is not used, as a sentence for the operator. */
class ObjectStoreRefused extends Error {
  override readonly name = 'ObjectStoreRefused'
  readonly code = 'OBJECT_STORE_REFUSED'
}

export interface CheckedStore {
  readonly requests: S3Requests
  readonly bucket: string
  readonly prefix: string
  /** Objects are to be locked: whether nobody can delete them is tried too. */
  readonly isRetaining: boolean
  /** Who is going to keep its objects there; undefined for who only looks. */
  readonly installation: string | undefined
  readonly now: () => Date
}

const FOLDER = 'store-check'
/** Ours and the store's clock may differ by so much. */
const LOCKED_MS = 10 * 60_000

/** @throws {ObjectStoreRefused} */
export async function checkStore(store: CheckedStore): Promise<void> {
  try {
    await mark(store)
    await checkCondition(store)
    await checkDigest(store)
    if (store.isRetaining) await checkRetention(store)
    if (store.installation !== undefined) await own(store, store.installation)
  } catch (error) {
    if (error instanceof ObjectStoreRefused) throw error
    const failure = toFailure(error, 'check')
    throw new ObjectStoreRefused(`${SENTENCES[failure.problem](store.bucket)} (${failure.message}).`, { cause: error })
  }
}

const SENTENCES: Readonly<Record<S3Problem, (bucket: string) => string>> = {
  missing: (bucket) => `The store does not find what was stored in the bucket ${bucket} a moment before`,
  there: (bucket) => `The store says that an object is in the bucket ${bucket} that is not`,
  full: (bucket) => `The bucket ${bucket} has no room for another object`,
  digest: (bucket) => `The bucket ${bucket} does not take objects with their SHA-256`,
  'no-bucket': (bucket) => `The object store has no bucket ${bucket}`,
  forbidden: (bucket) => `The credentials give no right to do this in the bucket ${bucket}`,
  refused: (bucket) => `The object store does not do what is needed in the bucket ${bucket}`,
  away: (bucket) => `The object store with the bucket ${bucket} does not answer`,
}

function bodyOf(text: string): S3Body {
  const bytes = Buffer.from(text)
  return { parts: [bytes], digest: createHash('sha256').update(bytes).digest('hex') }
}

const newKey = ({ prefix }: CheckedStore): string => keyOf(prefix, `${FOLDER}/${randomUUID()}`)

/** Kept: it is what tells later whether the store answers. */
async function mark({ requests, prefix }: CheckedStore): Promise<void> {
  await requests.put(keyOf(prefix, MARK), bodyOf('Objects of Rúbrica.\n'))
  await requests.head(keyOf(prefix, MARK))
}

/** Two installations would collect each other's objects: the first one's name stays there. */
async function own({ requests, bucket, prefix }: CheckedStore, installation: string): Promise<void> {
  const key = keyOf(prefix, OWNER)
  const { outcome } = await requests.put(key, bodyOf(installation))
  if (outcome === 'stored' || (await readAll(requests, key)).toString('utf8') === installation) return
  throw new ObjectStoreRefused(
    `The bucket ${bucket} keeps the objects of another installation, and two would delete each other's: give this one ` +
      `a bucket or a prefix of its own. If the other one is gone for good, delete the object ${key} there.`,
  )
}

async function checkCondition(store: CheckedStore): Promise<void> {
  const { requests, prefix } = store
  const [key, first] = [newKey(store), bodyOf(`first ${randomUUID()}`)]
  await requests.put(key, first)
  const again = await requests.put(key, bodyOf('second'))
  const read = await readAll(requests, key)
  const listed: string[] = []
  for await (const found of requests.list(keyOf(prefix, `${FOLDER}/`))) listed.push(found.key)
  await requests.delete(key)
  if (again.outcome === 'stored' || !read.equals(first.parts[0]!)) {
    throw new ObjectStoreRefused('The object store overwrites what is there, although If-None-Match forbids it.')
  }
  if (!listed.includes(key)) throw new ObjectStoreRefused('The object store does not list what was stored before.')
}

async function readAll(requests: S3Requests, key: string): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of requests.read(key)) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function checkDigest(store: CheckedStore): Promise<void> {
  const { requests } = store
  const key = newKey(store)
  const claimed = bodyOf('what was claimed').digest
  const taken = await requests.put(key, { ...bodyOf('what was sent'), claimed }).catch((error: unknown) => {
    const failure = toFailure(error, 'PUT')
    if (failure.problem !== 'digest' && failure.problem !== 'refused') throw failure
  })
  if (!taken) return
  await requests.delete(key)
  throw new ObjectStoreRefused('The object store takes octets that are not those of their x-amz-checksum-sha256.')
}

/** What was tried stays until its lock is over. */
async function checkRetention(store: CheckedStore): Promise<void> {
  const { requests, now } = store
  const key = newKey(store)
  const { version } = await requests.put(key, bodyOf('locked'))
  if (version === undefined) {
    throw new ObjectStoreRefused(`The bucket ${store.bucket} keeps no versions, so that nothing in it can be locked.`)
  }
  await requests.retain(key, new Date(now().getTime() + LOCKED_MS), version)
  const isShortened = await isDone(requests.retain(key, new Date(now().getTime() + LOCKED_MS / 2), version))
  const isDeleted = await isDone(requests.delete(key, version))
  if (isShortened || isDeleted) {
    throw new ObjectStoreRefused(
      'The object store lets go of what is locked until a day that has not come (COMPLIANCE).',
    )
  }
}

/** @throws {S3Failure} when the store does not answer */
const isDone = (asked: Promise<void>): Promise<boolean> =>
  asked.then(
    () => true,
    (error: unknown) => {
      if (error instanceof S3Failure && error.problem === 'away') throw error
      return false
    },
  )
