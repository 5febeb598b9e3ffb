import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DocumentKey, DocumentObjects, ObjectStore } from '../../ports/object-store.ts'
import type { ServerKeys } from '../../ports/server-keys.ts'
import { openServerKeys } from '../server-keys/file-server-keys.ts'
import { collectUnreferenced } from './collect-unreferenced.ts'
import { openDiskObjectStore } from './disk-object-store.ts'
import { openDocumentObjects } from './document-objects.ts'

describe('objects of documents', () => {
  let folder: string
  let store: ObjectStore
  let keys: ServerKeys
  let objects: DocumentObjects
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rubrica-objects-'))
    store = openDiskObjectStore(join(folder, 'objects'))
    keys = await openServerKeys({ path: join(folder, 'keys.json') }, true)
    objects = openDocumentObjects(store, keys)
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const pathOf = (id: string): string => join(folder, 'objects', id.slice(0, 2), id)
  const plaintext = Buffer.from('%PDF-1.7 a contract'.repeat(1000))

  test('what is written comes back, and is not on the disk in clear', async () => {
    const key = { documentId: 'one', wrappedKey: await objects.newKey('one') }
    const id = await objects.write(key, plaintext)
    expect(Buffer.from(await objects.read(key, id))).toEqual(plaintext)
    expect((await readFile(pathOf(id))).includes('contract')).toBe(false)
    expect(Buffer.from(await objects.read(key, await objects.write(key, new Uint8Array())))).toHaveLength(0)
  })

  const readInto = async (key: DocumentKey, id: string, length: number) => {
    const target = Buffer.alloc(length)
    await objects.readInto(key, id, target)
    return target
  }

  test('an object of many pieces is read into its place, and only into one of its length', async () => {
    const key = { documentId: 'one', wrappedKey: await objects.newKey('one') }
    for (const length of [0, 1, 256 * 1024 - 13, 256 * 1024 - 5, 256 * 1024, 700_001]) {
      const large = randomBytes(length)
      const id = await objects.write(key, large)
      expect((await readInto(key, id, length)).equals(large)).toBe(true)
      for (const wrong of [length + 1, Math.max(0, length - 1)].filter((other) => other !== length)) {
        await expect(readInto(key, id, wrong)).rejects.toMatchObject({ code: 'OBJECT_DAMAGED' })
      }
    }
    await expect(readInto(key, 'ab'.repeat(32), 1)).rejects.toMatchObject({ code: 'OBJECT_MISSING' })
  })

  test('a flipped byte anywhere is refused, and so is a truncated object', async () => {
    const key = { documentId: 'one', wrappedKey: await objects.newKey('one') }
    const id = await objects.write(key, Buffer.from('short'))
    const stored = await readFile(pathOf(id))
    for (let at = 0; at < stored.length; at += 1) {
      const changed = Buffer.from(stored)
      changed[at] = (changed[at] ?? 0) ^ 128
      await writeFile(pathOf(id), changed)
      await expect(objects.read(key, id)).rejects.toMatchObject({ code: 'OBJECT_DAMAGED' })
      await expect(readInto(key, id, 5)).rejects.toMatchObject({ code: 'OBJECT_DAMAGED' })
    }
    await writeFile(pathOf(id), stored.subarray(0, 3))
    await expect(objects.read(key, id)).rejects.toMatchObject({ code: 'OBJECT_DAMAGED' })
  })

  test("an object does not pass as another document's, even by who could name it so", async () => {
    const one = { documentId: 'one', wrappedKey: await objects.newKey('one') }
    const id = await objects.write(one, plaintext)
    const two = { documentId: 'two', wrappedKey: await objects.newKey('two') }
    await expect(objects.read(two, id)).rejects.toMatchObject({ code: 'OBJECT_DAMAGED' })
    await expect(readInto(two, id, plaintext.length)).rejects.toMatchObject({ code: 'OBJECT_DAMAGED' })
    await expect(objects.read({ ...one, documentId: 'two' }, id)).rejects.toMatchObject({
      code: 'WRAPPED_VALUE_REFUSED',
    })
  })

  test('a missing object has its own code, and a name that is no id reaches no file', async () => {
    const key = { documentId: 'one', wrappedKey: await objects.newKey('one') }
    await expect(objects.read(key, 'a'.repeat(64))).rejects.toMatchObject({ code: 'OBJECT_MISSING' })
    expect(() => store.get('../../keys.json')).toThrow(TypeError)
  })

  test('a document of 60 MB is stored and read back whole', async () => {
    const key = { documentId: 'big', wrappedKey: await objects.newKey('big') }
    const big = randomBytes(60 * 1024 * 1024)
    expect(big.equals(await objects.read(key, await objects.write(key, big)))).toBe(true)
  })

  test('only objects that no row names, and that are older than a day, are collected', async () => {
    const [named, young, orphan] = await Promise.all(
      ['named', 'young', 'orphan'].map((text) => store.put([Buffer.from(text)])),
    )
    const old = new Date('2020-01-01')
    for (const id of [named, orphan]) await utimes(pathOf(id as string), old, old)
    const referenced = async (): Promise<ReadonlySet<string>> => new Set([named as string])
    expect(await collectUnreferenced({ store, referenced, now: () => new Date() })).toBe(1)
    await expect(store.get(orphan as string)).rejects.toMatchObject({ code: 'OBJECT_MISSING' })
    expect([await store.get(named as string), await store.get(young as string)]).toHaveLength(2)
  })
})

describe('a disk without room', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rubrica-full-'))
  // Only root mounts.
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0
  afterAll(() => {
    if (isMounted) spawnSync('umount', [folder])
    rmSync(folder, { recursive: true })
  })

  test.runIf(isMounted)('is told before anything is kept on it, and has room again once there is', async () => {
    const full = openDiskObjectStore(folder)
    await full.tryWriting()
    await writeFile(join(folder, 'other'), Buffer.alloc(900 * 1024))
    await expect(full.tryWriting()).rejects.toMatchObject({ code: 'OBJECT_STORE_FULL' })
    await rm(join(folder, 'other'))
    await full.tryWriting()
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
  })
})
