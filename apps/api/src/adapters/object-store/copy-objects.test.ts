import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ObjectStore } from '../../ports/object-store.ts'
import { copyObjects } from './copy-objects.ts'
import { openDiskObjectStore } from './disk-object-store.ts'

let folder: string
let from: ObjectStore
let to: ObjectStore
let ids: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rubrica-copy-'))
  from = openDiskObjectStore(join(folder, 'from'))
  to = openDiskObjectStore(join(folder, 'to'))
  ids = await Promise.all(Array.from({ length: 9 }, () => from.put([randomBytes(100)])))
})
afterEach(() => rm(folder, { recursive: true }))

async function* each(items: readonly string[]) {
  yield* items
}
const copy = (more: Partial<Parameters<typeof copyObjects>[0]> = {}) =>
  copyObjects({ ids: each(ids), from, to, isVerifying: false, onProgress: () => undefined, ...more })

test('every object is copied under its id, and a second run copies what the first one has not', async () => {
  const cut = copy({
    onProgress: ({ copied }) => {
      if (copied === 3) throw new Error('cut off')
    },
  })
  await expect(cut).rejects.toThrow('cut off')
  const again = await copy()
  expect([again.copied + again.there, again.octets, again.lost]).toEqual([9, again.copied * 100, []])
  expect(again.there).toBeGreaterThanOrEqual(3)
  for (const id of ids) expect(Buffer.from(await to.get(id)).equals(await from.get(id))).toBe(true)
})

test('what is in neither place whole is named, and the others are copied', async () => {
  await from.delete(ids[0]!)
  await writeFile(join(folder, 'from', ids[1]!), randomBytes(100))
  const { copied, lost } = await copy()
  expect([copied, lost.toSorted()]).toEqual([7, [ids[0], ids[1]].toSorted()])
})

test('when each is read afterwards, a damaged copy is made anew', async () => {
  await copy()
  await writeFile(join(folder, 'to', ids[0]!), randomBytes(100))
  expect(await copy()).toMatchObject({ copied: 0, there: 9 })
  expect(await copy({ isVerifying: true })).toMatchObject({ copied: 1, there: 8, lost: [] })
  expect(Buffer.from(await to.get(ids[0]!)).equals(await from.get(ids[0]!))).toBe(true)
})
