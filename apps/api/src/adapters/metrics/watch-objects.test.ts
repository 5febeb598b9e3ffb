import { expect, test } from 'vitest'
import { makeTemporaryDirectory } from '@rubrica/testing'
import { openDiskObjectStore } from '../object-store/disk-object-store.ts'
import type { ObjectCall } from './open-metrics.ts'
import { timeObjectCalls, watchObjects } from './watch-objects.ts'

test('each call of a store is told once, also one that fails and a stream that is let go', async () => {
  await using folder = await makeTemporaryDirectory()
  const told: ObjectCall[] = []
  const store = watchObjects(
    openDiskObjectStore(folder.path),
    timeObjectCalls((call, seconds) => {
      expect(seconds).toBeGreaterThan(0)
      told.push(call)
    }),
  )
  const since = async (work: () => Promise<unknown>) => {
    told.length = 0
    await work().catch(() => undefined)
    return [...told]
  }
  const bytes = Buffer.from('some octets')
  const id = await store.put([bytes])
  expect(await since(() => store.put([bytes]))).toEqual(['put'])
  expect(await since(() => store.begin([bytes]).stored)).toEqual(['put'])
  expect(await since(() => store.get(id))).toEqual(['get'])
  const read = async (from: string) => {
    for await (const piece of store.stream(from)) if (piece.length > 0) return
  }
  expect(await since(() => read(id))).toEqual(['stream'])
  expect(await since(() => read('0'.repeat(64)))).toEqual(['stream'])
  expect(await since(() => store.probe())).toEqual(['try'])
  expect(await since(() => store.delete(id))).toEqual(['delete'])
  expect(await since(() => store.get(id))).toEqual(['get'])
})
