/** Which objects the nightly collection deletes, and that it never lists what it need not. */
import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { ObjectStore, StoredObject } from '../../ports/object-store.ts'
import { collectUnreferenced, type CollectionRecords, type ReleasedObject } from './collect-unreferenced.ts'

const NOW = new Date('2031-02-10T01:20:00Z')
const HOUR = 3600 * 1000

/** A store and rows in memory. */
let stored: Map<string, Date>
let listed: string[]
let named: Set<string>
let released: (ReleasedObject & { at: Date })[]
let through: string | undefined
beforeEach(() => {
  stored = new Map()
  listed = []
  named = new Set()
  released = []
  through = '2031-02-07'
})

const list = async function* (beginning: string): AsyncIterable<StoredObject> {
  listed.push(beginning)
  for (const [id, storedAt] of [...stored]) if (id.startsWith(beginning)) yield { id, storedAt, size: 1 }
}
const store = { list, delete: async (id: string) => void stored.delete(id) } as unknown as ObjectStore
const records: CollectionRecords = {
  referenced: async (ids) => new Set(ids.filter((id) => named.has(id))),
  released: async (before, most) => released.filter(({ at }) => at < before).slice(0, most),
  forgetReleased: async (gone) => void (released = released.filter(({ id }) => !gone.some((one) => one.id === id))),
  collectedThrough: async () => through,
  noteCollected: async (day) => void (through = day),
}
const collect = (at = NOW) => collectUnreferenced({ store, records, now: () => at })

function keep(text: string, at: string, part?: string): string {
  const digest = createHash('sha256').update(text).digest('hex')
  const begin = part ?? digest.slice(0, 2)
  const id = `${begin}/${at.slice(0, 10)}/${begin}${digest.slice(2)}`
  stored.set(id, new Date(at))
  return id
}

const release = (objectId: string, hoursAgo: number) =>
  released.push({ id: `${released.length}`, objectId, at: new Date(NOW.getTime() - hoursAgo * HOUR) })

test('of the day before yesterday what no row names goes, and what a row names stays', async () => {
  const [orphan, kept] = [keep('orphan', '2031-02-08T12:00:00Z'), keep('kept', '2031-02-08T12:00:00Z')]
  const young = keep('young', '2031-02-09T02:00:00Z')
  named.add(kept)
  expect(await collect()).toBe(1)
  expect([...stored.keys()].toSorted()).toEqual([kept, young].toSorted())
  expect(stored.has(orphan)).toBe(false)
  expect(listed).toHaveLength(257)
})

test('days that passed without a night are made up for, each of them once', async () => {
  through = '2031-02-05'
  const missed = ['2031-02-06', '2031-02-07', '2031-02-08'].map((day) => keep(day, `${day}T12:00:00Z`))
  expect(await collect()).toBe(missed.length)
  expect(through).toBe('2031-02-08')
  listed = []
  await collect()
  expect(listed).toHaveLength(1)
})

test('an object that a row stopped naming goes a day later, unless another row names it', async () => {
  const [old, recent, shared] = ['old', 'recent', 'shared'].map((text) => keep(text, '2030-05-05T12:00:00Z', 'ff'))
  named.add(shared!)
  for (const [id, hours] of [
    [old!, 25],
    [recent!, 23],
    [shared!, 25],
  ] as const)
    release(id, hours)
  expect(await collect()).toBe(1)
  expect([...stored.keys()].toSorted()).toEqual([recent, shared].toSorted())
  expect(released.map(({ objectId }) => objectId)).toEqual([recent])
})

test('what is stored late under an old day is not taken for old', async () => {
  const late = keep('late', '2031-02-08T12:00:00Z')
  stored.set(late, new Date(NOW.getTime() - HOUR))
  expect(await collect()).toBe(0)
  expect(stored.has(late)).toBe(true)
})

test('everything is looked at in its turn: what escaped is gone after as many nights as there are parts', async () => {
  const orphan = keep('escaped', '2029-01-01T00:00:00Z')
  through = '2031-12-31'
  let nights = 0
  while (stored.has(orphan) && nights <= 256) await collect(new Date(NOW.getTime() + nights++ * 24 * HOUR))
  expect(stored.size).toBe(0)
  expect(new Set(listed).size).toBe(nights)
})
