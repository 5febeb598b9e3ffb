/** What every object store does alike: a disk, a bucket, and a bucket beside a disk. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noS3, S3_KEYS, startS3, type RunningS3 } from '@rubrica/testing'
import type { ObjectsConfig, S3ObjectsConfig } from '../../config/read-objects.ts'
import { Secret } from '../../config/secret.ts'
import { openObjectStore, type OpenedObjectStore } from './open-object-store.ts'

let folder: string
let s3: RunningS3 | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rubrica-stores-'))
  if (noS3 !== undefined) return
  s3 = await startS3()
  for (const name of ['alone', 'beside', 'locked']) await s3.makeBucket(name, name === 'locked')
})
afterAll(async () => {
  await s3?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const bucket = (name: string, more: Partial<S3ObjectsConfig> = {}): ObjectsConfig => ({
  ...{ kind: 's3', bucket: name, prefix: 'objects', endpoint: s3!.endpoint, region: 'us-east-1' },
  ...{ timeoutMs: 60_000, alsoOnDisk: undefined, retentionDays: undefined },
  credentials: { accessKey: S3_KEYS.accessKey, secretKey: new Secret(S3_KEYS.secretKey) },
  ...more,
})

const STORES: readonly (readonly [string, () => ObjectsConfig])[] = [
  ['a disk', () => ({ kind: 'disk', folder: join(folder, 'alone') })],
  ['a bucket', () => bucket('alone')],
  ['a bucket beside a disk', () => bucket('beside', { alsoOnDisk: join(folder, 'beside') })],
]

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

describe.each(STORES)('%s', (name, configOf) => {
  const isSkipped = name !== 'a disk' && noS3 !== undefined
  let opened: OpenedObjectStore
  beforeAll(async () => {
    if (isSkipped) return
    opened = await openObjectStore(configOf())
    await opened.check()
  })
  afterAll(() => opened?.[Symbol.dispose]())
  /** Skipped with the reason that there is no S3 store here. */
  const rule = (title: string, check: () => Promise<void>) => test.skipIf(isSkipped)(title, check)

  rule('keeps what is stored under its day and digest, and gives it back whole and in pieces', async () => {
    const { store } = opened
    const parts = [randomBytes(70_000), new Uint8Array(), randomBytes(5)]
    const [before, id, after] = [new Date(), await store.put(parts), new Date()]
    const whole = Buffer.concat(parts)
    const days = [before, after].map((at) => at.toISOString().slice(0, 10))
    const digest = sha256(whole)
    expect(days.map((day) => `${digest.slice(0, 2)}/${day}/${digest}`)).toContain(id)
    expect(whole.equals(await store.get(id))).toBe(true)
    expect(whole.equals(Buffer.concat(await all(store.stream(id))))).toBe(true)
    expect(await store.sizeOf(id)).toBe(whole.length)
  })

  rule('stores the same once more without an error, also when many do so at once', async () => {
    const { store } = opened
    const bytes = randomBytes(2000)
    const ids = await Promise.all(Array.from({ length: 8 }, () => store.put([bytes])))
    expect(new Set(ids).size).toBe(1)
    expect(bytes.equals(await store.get(ids[0]!))).toBe(true)
  })

  rule('takes an object of 20 MB, which goes as a stream, and an empty one', async () => {
    const { store } = opened
    const parts = [Buffer.of(1), randomBytes(20_000_000), Buffer.of(2)]
    const [large, empty] = [await store.put(parts), await store.put([])]
    expect(Buffer.concat(parts).equals(await store.get(large))).toBe(true)
    expect([await store.get(empty), await store.sizeOf(large)]).toEqual([Buffer.alloc(0), 20_000_002])
  })

  rule('keeps an object under the id that it has elsewhere, and no other one', async () => {
    const { store } = opened
    const bytes = randomBytes(100)
    const digest = sha256(bytes)
    const ids = [digest, `${digest.slice(0, 2)}/2020-02-29/${digest}`]
    for (const id of ids) await store.keep(id, bytes)
    for (const id of ids) expect(bytes.equals(await store.get(id))).toBe(true)
    await expect(store.keep(digest, randomBytes(100))).rejects.toMatchObject({ code: 'OBJECT_DAMAGED' })
    const listed = await all(store.list(digest.slice(0, 2)))
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
    const ofDay = await all(store.list(`${digest.slice(0, 2)}/2020-02-29`))
    expect(ofDay).toMatchObject([{ id: ids[1], size: 100 }])
    expect(Math.abs(ofDay[0]!.storedAt.getTime() - Date.now())).toBeLessThan(3600_000)
  })

  rule('has nothing more of what was deleted, and deletes it twice without an error', async () => {
    const { store } = opened
    const id = await store.put([randomBytes(10)])
    for (let time = 0; time < 2; time += 1) await store.delete(id)
    expect(await store.sizeOf(id)).toBeUndefined()
    await expect(store.get(id)).rejects.toMatchObject({ code: 'OBJECT_MISSING', objectId: id })
    await expect(all(store.stream(id))).rejects.toMatchObject({ code: 'OBJECT_MISSING' })
    expect(await all(store.list(id.slice(0, 13)))).not.toContainEqual(expect.objectContaining({ id }))
  })

  rule('takes no name that is no id', async () => {
    const { store } = opened
    const strange = ['../../keys.json', '', 'A'.repeat(64), `ab/2031-01-31/${'cd'.repeat(32)}`]
    for (const id of strange) {
      await expect((async () => store.get(id))()).rejects.toThrow(TypeError)
      await expect(store.keep(id, Buffer.alloc(1))).rejects.toThrow(TypeError)
    }
  })

  rule('says that it can be worked with', () => opened.store.probe())
})

describe.skipIf(noS3 !== undefined)('a bucket', () => {
  test('of which the disk beside it still has an object reads it there, and deletes it there', async () => {
    using disk = await openObjectStore({ kind: 'disk', folder: join(folder, 'beside') })
    using both = await openObjectStore(bucket('beside', { alsoOnDisk: join(folder, 'beside') }))
    const bytes = randomBytes(300)
    const id = await disk.store.put([bytes])
    expect(bytes.equals(await both.store.get(id))).toBe(true)
    expect(bytes.equals(Buffer.concat(await all(both.store.stream(id))))).toBe(true)
    const stored = await both.store.put([randomBytes(10)])
    expect(await disk.store.sizeOf(stored)).toBeUndefined()
    await both.store.delete(id)
    expect(await disk.store.sizeOf(id)).toBeUndefined()
  })

  const refusal = async (config: ObjectsConfig): Promise<string> => {
    using opened = await openObjectStore(config)
    return await opened.check().then(
      () => 'taken',
      (error: Error) => `${error.name}: ${error.message}`,
    )
  }

  test('that is not there, or that the credentials do not open, is refused in one sentence', async () => {
    expect(await refusal(bucket('nobody-made-it'))).toMatch(/^ObjectStoreRefused: The object store has no bucket/)
    const wrong = { accessKey: S3_KEYS.accessKey, secretKey: new Secret('wrong') }
    const sentence = await refusal(bucket('alone', { credentials: wrong }))
    expect(sentence).toMatch(/^ObjectStoreRefused: The credentials give no right/)
    expect(sentence).not.toContain(S3_KEYS.accessKey)
  })

  test('whose versions can be locked is taken for retention, and one without versions is not', async () => {
    expect(await refusal(bucket('locked', { retentionDays: 1 }))).toBe('taken')
    expect(await refusal(bucket('alone', { retentionDays: 1 }))).toMatch(/keeps no versions|does not do what is needed/)
  })

  test('is away when its machine is, and nothing is lost', async () => {
    using opened = await openObjectStore(bucket('alone', { timeoutMs: 5000 }))
    const { store } = opened
    const bytes = randomBytes(500)
    const id = await store.put([bytes])
    await s3!.kill()
    const away = { code: 'OBJECT_STORE_AWAY' }
    await expect(store.get(id)).rejects.toMatchObject(away)
    await expect(store.put([bytes])).rejects.toMatchObject(away)
    await expect(store.probe()).rejects.toMatchObject(away)
    await s3!.start()
    expect(bytes.equals(await store.get(id))).toBe(true)
  })
})
