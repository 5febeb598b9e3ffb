import { chmod, chown, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
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
    const [one, two] = await Promise.all([openServerKeys({ path }, true), openServerKeys({ path }, true)])
    expect(Buffer.from(await two.unwrap(await one.wrap(secret, 'x'), 'x'))).toEqual(secret)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  test('a missing file is not replaced where data exists already', async () => {
    await expect(openServerKeys({ path }, false)).rejects.toMatchObject({ code: 'SERVER_KEY_FILE' })
  })

  test('a value is refused under another binding, and whichever of its bytes was changed', async () => {
    const keys = await openServerKeys({ path }, true)
    const wrapped = Buffer.from(await keys.wrap(secret, 'document:1'))
    await expect(keys.unwrap(wrapped, 'document:2')).rejects.toMatchObject({ code: 'WRAPPED_VALUE_REFUSED' })
    for (let at = 0; at < wrapped.length; at += 1) {
      const changed = Buffer.from(wrapped)
      changed[at] = (changed[at] ?? 0) ^ 1
      await expect(keys.unwrap(changed, 'document:1')).rejects.toMatchObject({ name: 'ServerKeyError' })
    }
    await expect(keys.unwrap(wrapped.subarray(0, 20), 'document:1')).rejects.toMatchObject({ name: 'ServerKeyError' })
  })

  test('a key that another process adds reaches this one: it wraps once the database says so, and old values open', async () => {
    const server = await openServerKeys({ path }, true)
    const old = await server.wrap(secret, 'x')
    const operator = await openServerKeys({ path }, false)
    await operator.add(2)
    const [first, second] = operator.held()
    await server.follow([
      { ...first!, state: 'active' },
      { ...second!, state: 'staged' },
    ])
    expect(wrappedKeyVersion(await server.wrap(secret, 'x'))).toBe(1)
    expect(await server.fingerprints()).toEqual(await operator.fingerprints())
    await server.follow([
      { ...first!, state: 'former' },
      { ...second!, state: 'active' },
    ])
    const fresh = await server.wrap(secret, 'x')
    expect([wrappedKeyVersion(old), wrappedKeyVersion(fresh)]).toEqual([1, 2])
    expect(Buffer.from(await server.unwrap(old, 'x'))).toEqual(secret)
  })

  test('what was wrapped with a key that came into the file since then opens at once', async () => {
    const server = await openServerKeys({ path }, true)
    const ahead = await openServerKeys({ path }, false)
    const key = await ahead.add(2)
    await ahead.follow([
      ...ahead
        .held()
        .slice(0, 1)
        .map((one) => ({ ...one, state: 'former' as const })),
      { ...key, state: 'active' },
    ])
    expect(Buffer.from(await server.unwrap(await ahead.wrap(secret, 'x'), 'x'))).toEqual(secret)
  })

  test('a key that is not the one of the database wraps and opens nothing, and its lack is told', async () => {
    const keys = await openServerKeys({ path }, true)
    const wrapped = await keys.wrap(secret, 'x')
    await keys.follow([{ version: 1, fingerprint: '0'.repeat(32), state: 'active' }])
    expect(keys.lack()).toMatch(/version 1 is the active one/)
    expect(keys.complaint()).toMatch(/another key of version 1/)
    await expect(keys.wrap(secret, 'x')).rejects.toMatchObject({ code: 'SERVER_KEY_UNKNOWN' })
    await expect(keys.unwrap(wrapped, 'x')).rejects.toMatchObject({ code: 'SERVER_KEY_UNKNOWN' })
  })

  test('a file that is damaged or gone while the server runs takes no key from it, and is complained of', async () => {
    const keys = await openServerKeys({ path }, true)
    const known = keys.held().map((key) => ({ ...key, state: 'active' as const }))
    const text = await readFile(path, 'utf8')
    await writeFile(path, 'nonsense')
    await keys.follow(known)
    expect([keys.lack(), keys.complaint()]).toEqual([undefined, expect.stringMatching(/damaged/)])
    await rm(path)
    await keys.follow(known)
    expect([keys.lack(), keys.complaint()]).toEqual([undefined, expect.stringMatching(/is gone/)])
    await writeFile(path, text, { mode: 0o600 })
    await keys.follow(known)
    expect(keys.complaint()).toBeUndefined()
  })

  test('keys that are added at once are all in the file, and one version is one key', async () => {
    await openServerKeys({ path }, true)
    const operators = await Promise.all(Array.from({ length: 5 }, () => openServerKeys({ path }, false)))
    const added = await Promise.all(operators.map((operator, index) => operator.add(2 + (index % 3))))
    const later = await openServerKeys({ path }, false)
    expect(
      later
        .held()
        .map(({ version }) => version)
        .sort(),
    ).toEqual([1, 2, 3, 4])
    for (const key of added) expect(later.held()).toContainEqual(key)
  })

  test('a dropped key is out of the file, which names another one as active', async () => {
    const keys = await openServerKeys({ path }, true)
    const second = await keys.add(2)
    await keys.follow([{ ...second, state: 'active' }])
    await keys.drop(1)
    const later = await openServerKeys({ path }, false)
    expect([later.held(), await later.activeVersion()]).toEqual([[second], 2])
  })

  test('a change that died in the middle holds up later ones for a moment only', async () => {
    const keys = await openServerKeys({ path }, true)
    await writeFile(`${path}.rotating`, '')
    const longAgo = new Date(Date.now() - 3_600_000)
    await utimes(`${path}.rotating`, longAgo, longAgo)
    expect(await keys.add(2)).toMatchObject({ version: 2 })
  })

  test.skipIf(process.getuid?.() !== 0)(
    'a file that another lends is read by its group and by nobody else (needs root, who can give files away)',
    async () => {
      await openServerKeys({ path }, true)
      await chown(path, 12_345, 12_345)
      for (const [mode, isTaken] of Object.entries({
        0o400: true,
        0o440: true,
        0o640: true,
        0o444: false,
        0o460: false,
      })) {
        await chmod(path, Number(mode))
        const opened = openServerKeys({ path }, false)
        await (isTaken ? expect(opened).resolves.toBeDefined() : expect(opened).rejects.toThrow(/chmod 600/))
      }
    },
  )

  test('a file that others can read, or that is damaged, is one sentence that quotes no key', async () => {
    await openServerKeys({ path }, true)
    await chmod(path, 0o644)
    await expect(openServerKeys({ path }, false)).rejects.toThrow(/chmod 600/)
    await chmod(path, 0o600)
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.slice(0, -9))
    const { key } = (JSON.parse(text) as { keys: { key: string }[] }).keys[0] ?? { key: '' }
    const error = await openServerKeys({ path }, false).catch((thrown: Error) => thrown)
    expect(String((error as Error).stack)).toMatch(/damaged/)
    expect(String((error as Error).stack)).not.toContain(key)
  })
})
