import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DocumentKey, DocumentObjects, ObjectStore } from '../../ports/object-store.ts'
import type { ServerKeys } from '../../ports/server-keys.ts'
import { openServerKeys } from '../server-keys/file-server-keys.ts'
import { openDiskObjectStore } from './disk-object-store.ts'
import { openDocumentObjects } from './document-objects.ts'

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

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

  const pathOf = (id: string): string => join(folder, 'objects', id)
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

  test('an object of before days were in names is found, listed and deleted like any other', async () => {
    const bytes = Buffer.from('of before')
    const digest = createHash('sha256').update(bytes).digest('hex')
    await store.keep(digest, bytes)
    expect(await readFile(join(folder, 'objects', digest.slice(0, 2), digest))).toEqual(bytes)
    const dated = `${digest.slice(0, 2)}/2020-02-29/${digest}`
    await store.keep(dated, bytes)
    const listed = (await all(store.list(digest.slice(0, 2)))).map(({ id, size }) => [id, size])
    expect(listed.toSorted()).toEqual(
      [
        [digest, 9],
        [dated, 9],
      ].toSorted(),
    )
    expect((await all(store.list(dated.slice(0, 13)))).map(({ id }) => id)).toEqual([dated])
    expect(Buffer.from(await store.get(digest))).toEqual(bytes)
    await store.delete(digest)
    expect([await store.sizeOf(digest), await store.sizeOf(dated)]).toEqual([undefined, 9])
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
    await full.probe()
    await writeFile(join(folder, 'other'), Buffer.alloc(900 * 1024))
    await expect(full.probe()).rejects.toMatchObject({ code: 'OBJECT_STORE_FULL' })
    await rm(join(folder, 'other'))
    await full.probe()
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
  })
})
