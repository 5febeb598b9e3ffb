/** Stores and ways to them that do not do what they say, or not always: what is made of each. */
import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ObjectStore } from '../../../ports/object-store.ts'
import { openObjectStore, type OpenedObjectStore } from '../open-object-store.ts'
import { startTestStore, type Asked, type Fault, type TestStore } from './test-store.ts'

let far: TestStore
let opened: OpenedObjectStore
let store: ObjectStore
const open = async (more: Parameters<typeof startTestStore>[0] = {}) => {
  far = await startTestStore(more)
  opened = await openObjectStore(far.config)
  store = opened.store
}
beforeEach(() => open())
afterEach(async () => {
  opened[Symbol.dispose]()
  await far[Symbol.asyncDispose]()
})

/** The first so many requests of a kind meet a fault. */
const firstly = (most: number, method: string, fault: Fault) => {
  let met = 0
  far.fault = (asked) => (asked.method === method && (met += 1) <= most ? fault : undefined)
}
const ALWAYS = Infinity
const AWAY = { code: 'OBJECT_STORE_AWAY' }
const SLOW_DOWN = { status: 503, code: 'SlowDown' }
const idOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function keep(bytes = randomBytes(5000)) {
  await store.keep(idOf(bytes), bytes)
  return { id: idOf(bytes), bytes }
}

describe('what is refused at the start, in a sentence', () => {
  const check = () =>
    opened.check().then(
      () => 'taken',
      (error: Error) => `${error.name}: ${error.message}`,
    )

  test('a store that does what it says is taken, and nothing but its mark stays there', async () => {
    expect(await check()).toBe('taken')
    expect(await check()).toBe('taken')
    expect([...far.objects.keys()]).toEqual(['rubrica-objects'])
  })

  test('one that keeps the objects of another installation is refused, and its own is not', async () => {
    await opened.check('ours')
    await opened.check('ours')
    await expect(opened.check('theirs')).rejects.toThrow(
      /keeps the objects of another installation.*rubrica-installation/,
    )
    expect(await check()).toBe('taken')
  })

  test.each([
    [{ overwrites: true }, 'overwrites what is there'],
    [{ checksNothing: true }, 'takes octets that are not those'],
    [{ listsNothing: true }, 'does not list'],
  ])('one that %j', async (nature, sentence) => {
    Object.assign(far.nature, nature)
    expect(await check()).toContain(`ObjectStoreRefused: The object store ${sentence}`)
  })

  test.each<[string, (asked: Asked) => Fault | undefined, string]>([
    ['that loses what it took', ({ method }) => (method === 'PUT' ? 'not-done' : undefined), 'does not find'],
    ['without rights', () => ({ status: 403, code: 'AccessDenied' }), 'The credentials give no right'],
    ['without the bucket', () => ({ status: 404, code: 'NoSuchBucket' }), 'has no bucket papers'],
    ['that is full', ({ method }) => (method === 'PUT' ? { status: 507, code: 'Full' } : undefined), 'has no room'],
    ['that cuts off', ({ method }) => (method === 'GET' ? 'cut' : undefined), 'does not answer'],
    [
      'that may not be listed',
      ({ method, key }) => (method === 'GET' && key === '' ? { status: 403, code: 'AccessDenied' } : undefined),
      'The credentials give no right',
    ],
  ])('one %s', async (_, fault, sentence) => {
    far.fault = fault
    expect(await check()).toMatch(/^ObjectStoreRefused: /)
    expect(await check()).toContain(sentence)
  })

  test('with retention, one that takes a lock and deletes what is locked', async () => {
    opened[Symbol.dispose]()
    await far[Symbol.asyncDispose]()
    await open({ retentionDays: 1 })
    far.nature.unlocks = true
    expect(await check()).toContain('lets go of what is locked')
    far.nature.unlocks = false
    expect(await check()).toContain('The credentials give no right')
  })
})

describe('what passes is tried again', () => {
  test.each<Fault>(['answer-lost', 'twice', SLOW_DOWN, { status: 500, code: 'InternalError' }])(
    'an object is stored once although %j happens to its PUT',
    async (fault) => {
      firstly(2, 'PUT', fault)
      const { id, bytes } = await keep()
      far.fault = () => undefined
      expect(bytes.equals(await store.get(id))).toBe(true)
      expect(far.objects.size).toBe(1)
    },
  )

  test('an object is read on where it was cut off, and no octet is handed on twice', async () => {
    const { id, bytes } = await keep()
    firstly(2, 'GET', 'cut')
    const pieces: Uint8Array[] = []
    for await (const piece of store.stream(id)) pieces.push(piece)
    expect(bytes.equals(Buffer.concat(pieces))).toBe(true)
    const ranges = far.asked.filter(({ method }) => method === 'GET').map(({ range }) => range)
    expect(ranges).toEqual([undefined, 'bytes=2500-', 'bytes=3750-'])
  })

  test('octets that changed on their way are read once more; those of the store are told as damaged', async () => {
    const { id, bytes } = await keep()
    firstly(1, 'GET', 'changed')
    expect(bytes.equals(await store.get(id))).toBe(true)
    firstly(ALWAYS, 'GET', 'changed')
    await expect(store.get(id)).rejects.toMatchObject({ code: 'OBJECT_DAMAGED', objectId: id })
  })
})

describe('what does not pass is an outage, and says so', () => {
  test.each<Fault>([SLOW_DOWN, 'answer-lost', 'cut', { status: 403, code: 'AccessDenied' }])(
    'when %j happens to every request',
    async (fault) => {
      const { id, bytes } = await keep()
      far.fault = () => fault
      await expect(store.get(id)).rejects.toMatchObject(AWAY)
      // These two have no answer that could be cut.
      if (fault === 'cut') return
      await expect(store.sizeOf(id)).rejects.toMatchObject(AWAY)
      await expect(store.put([bytes])).rejects.toMatchObject(AWAY)
    },
  )

  test('when nothing comes', async () => {
    opened[Symbol.dispose]()
    await far[Symbol.asyncDispose]()
    await open({ timeoutMs: 500 })
    far.fault = () => 'silent'
    await expect(store.put([randomBytes(9)])).rejects.toMatchObject(AWAY)
    await expect(store.get('ab'.repeat(32))).rejects.toMatchObject(AWAY)
  })

  test('when other octets come than were asked for', async () => {
    const { id } = await keep()
    let asked = 0
    far.fault = () => ((asked += 1) === 1 ? 'cut' : 'from-the-beginning')
    await expect(store.get(id)).rejects.toMatchObject(AWAY)
  })

  test('without a word of the credentials or of what was stored', async () => {
    far.fault = () => ({ status: 403, code: 'SignatureDoesNotMatch' })
    const error = await store.put([Buffer.from('canary')]).catch((refused: Error) => refused)
    const cause = (error as Error).cause as Error
    expect(cause.message).toBe('PUT: SignatureDoesNotMatch, status 403')
    expect(Object.values(cause).join()).not.toMatch(/canary|secret/)
  })
})

test.each([
  [507, 'InsufficientStorage'],
  [403, 'QuotaExceeded'],
  [500, 'XMinioStorageFull'],
])('a store without room (%d %s) is full at once, also for who asks whether it can be used', async (status, code) => {
  await opened.check()
  firstly(ALWAYS, 'PUT', { status, code })
  far.asked.length = 0
  await expect(store.put([randomBytes(9)])).rejects.toMatchObject({ code: 'OBJECT_STORE_FULL' })
  expect(far.asked).toHaveLength(1)
  await expect(store.probe()).rejects.toMatchObject({ code: 'OBJECT_STORE_FULL' })
})

test('an object that lies under the id of another one is told, not taken for it', async () => {
  const bytes = randomBytes(100)
  far.objects.set(`${idOf(bytes).slice(0, 2)}/${idOf(bytes)}`, randomBytes(99))
  await expect(store.keep(idOf(bytes), bytes)).rejects.toMatchObject({ code: 'OBJECT_DAMAGED' })
})

test('whether the store can be used is asked once for all who ask at a time', async () => {
  await opened.check()
  far.asked.length = 0
  await Promise.all(Array.from({ length: 20 }, () => store.probe()))
  expect(far.asked).toEqual([{ method: 'HEAD', key: 'rubrica-objects', range: undefined }])
})
