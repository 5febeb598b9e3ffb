import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ObjectError, type ObjectStore } from '../../ports/object-store.ts'
import { openDiskObjectStore } from './disk-object-store.ts'
import { keepObjects, type KeptObjects } from './keep-objects.ts'

const MOST = 8000

let folder: string
let disk: ObjectStore
let kept: KeptObjects
/** Ids that the store itself was asked for. */
let asked: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rubrica-kept-'))
  disk = openDiskObjectStore(folder)
  asked = []
  const counted: ObjectStore = {
    ...disk,
    get: (id) => (asked.push(id), disk.get(id)),
    stream: (id) => (asked.push(id), disk.stream(id)),
  }
  kept = keepObjects(counted, MOST)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function streamed(id: string): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of kept.stream(id)) pieces.push(piece)
  return Buffer.concat(pieces)
}

test('what was stored is read without the store, whole and in pieces', async () => {
  const bytes = randomBytes(900)
  const id = await kept.put([bytes.subarray(0, 400), bytes.subarray(400)])
  expect(bytes.equals(await kept.get(id))).toBe(true)
  expect(bytes.equals(await streamed(id))).toBe(true)
  expect(asked).toEqual([])
})

test('what was read once, whole or in pieces, is not asked for again', async () => {
  const [one, other] = [await disk.put([randomBytes(700)]), await disk.put([randomBytes(700)])]
  for (let time = 0; time < 3; time += 1) {
    await kept.get(one)
    await streamed(other)
  }
  expect(asked).toEqual([one, other])
})

test('no more is kept than there is room for: what was not asked for the longest goes first', async () => {
  const ids: string[] = []
  for (let count = 0; count < 8; count += 1) ids.push(await kept.put([randomBytes(1000)]))
  await kept.get(ids[0]!)
  await kept.put([randomBytes(1000)])
  expect(kept.keptOctets()).toBe(MOST)
  await kept.get(ids[0]!)
  await kept.get(ids[1]!)
  expect(asked).toEqual([ids[1]])
})

test('an object that would put all others out is not kept', async () => {
  const id = await kept.put([randomBytes(1001)])
  expect(kept.keptOctets()).toBe(0)
  await kept.get(id)
  expect(asked).toEqual([id])
})

test('what could not be stored, what came damaged and what was deleted is not kept', async () => {
  const failing = keepObjects(
    {
      ...disk,
      begin: () => ({ id: 'x', stored: Promise.reject(new ObjectError('OBJECT_STORE_AWAY')) }),
    },
    MOST,
  )
  await expect(failing.put([randomBytes(10)])).rejects.toMatchObject({ code: 'OBJECT_STORE_AWAY' })
  expect(failing.keptOctets()).toBe(0)
  const damaged: ObjectStore = {
    ...disk,
    stream: async function* (id) {
      yield randomBytes(5)
      throw new ObjectError('OBJECT_DAMAGED', id)
    },
  }
  const unsure = keepObjects(damaged, MOST)
  const reading = async () => {
    for await (const piece of unsure.stream('x')) expect(piece.length).toBe(5)
  }
  await expect(reading()).rejects.toMatchObject({ code: 'OBJECT_DAMAGED' })
  expect(unsure.keptOctets()).toBe(0)
  const id = await kept.put([randomBytes(10)])
  await kept.delete(id)
  await expect(kept.get(id)).rejects.toMatchObject({ code: 'OBJECT_MISSING' })
})
