import { chmod, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { wrappedKeyVersion } from '../../ports/server-keys.ts'
import { openServerKeys } from './file-server-keys.ts'

describe('server keys', () => {
  let folder: string
  let path: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rubrica-keys-'))
    path = join(folder, 'keys/server-keys.json')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const secret = Buffer.from('a data key of a document')

  test('the file is made once, for its owner alone, also by two first starts at once', async () => {
    const [one, two] = await Promise.all([openServerKeys(path, true), openServerKeys(path, true)])
    expect(Buffer.from(await two.unwrap(await one.wrap(secret, 'x'), 'x'))).toEqual(secret)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  test('a missing file is not replaced where data exists already', async () => {
    await expect(openServerKeys(path, false)).rejects.toMatchObject({ code: 'SERVER_KEY_FILE' })
  })

  test('a value is refused under another binding, and whichever of its bytes was changed', async () => {
    const keys = await openServerKeys(path, true)
    const wrapped = Buffer.from(await keys.wrap(secret, 'document:1'))
    await expect(keys.unwrap(wrapped, 'document:2')).rejects.toMatchObject({ code: 'WRAPPED_VALUE_REFUSED' })
    for (let at = 0; at < wrapped.length; at += 1) {
      const changed = Buffer.from(wrapped)
      changed[at] = (changed[at] ?? 0) ^ 1
      await expect(keys.unwrap(changed, 'document:1')).rejects.toMatchObject({ name: 'ServerKeyError' })
    }
    await expect(keys.unwrap(wrapped.subarray(0, 20), 'document:1')).rejects.toMatchObject({ name: 'ServerKeyError' })
  })

  test('a rotation in another process reaches this one: old values open, new ones carry the new version', async () => {
    const server = await openServerKeys(path, true)
    const old = await server.wrap(secret, 'x')
    const operator = await openServerKeys(path, false)
    expect(await operator.rotate()).toBe(2)
    const fresh = await server.wrap(secret, 'x')
    expect([wrappedKeyVersion(old), wrappedKeyVersion(fresh)]).toEqual([1, 2])
    expect(Buffer.from(await server.unwrap(old, 'x'))).toEqual(secret)
    expect(await server.fingerprints()).toEqual(await operator.fingerprints())
  })

  test('rotations at once each add a key, and what was wrapped meanwhile still opens', async () => {
    await openServerKeys(path, true)
    const operators = await Promise.all(Array.from({ length: 5 }, () => openServerKeys(path, false)))
    const wrapped = await Promise.all(
      operators.map(async (operator) => {
        await operator.rotate()
        return operator.wrap(secret, 'x')
      }),
    )
    const later = await openServerKeys(path, false)
    expect(await later.fingerprints()).toHaveLength(6)
    for (const value of wrapped) expect(Buffer.from(await later.unwrap(value, 'x'))).toEqual(secret)
  })

  test('a rotation that died in the middle holds up later ones for a moment only', async () => {
    const keys = await openServerKeys(path, true)
    await writeFile(`${path}.rotating`, '')
    const longAgo = new Date(Date.now() - 3_600_000)
    await utimes(`${path}.rotating`, longAgo, longAgo)
    expect(await keys.rotate()).toBe(2)
  })

  test('a file that others can read, or that is damaged, is one sentence that quotes no key', async () => {
    await openServerKeys(path, true)
    await chmod(path, 0o644)
    await expect(openServerKeys(path, false)).rejects.toThrow(/chmod 600/)
    await chmod(path, 0o600)
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.slice(0, -9))
    const { key } = (JSON.parse(text) as { keys: { key: string }[] }).keys[0] ?? { key: '' }
    const error = await openServerKeys(path, false).catch((thrown: Error) => thrown)
    expect(String((error as Error).stack)).toMatch(/damaged/)
    expect(String((error as Error).stack)).not.toContain(key)
  })
})
