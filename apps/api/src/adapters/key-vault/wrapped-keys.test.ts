import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KeyVault } from '../../modules/certificates/ports.ts'
import type { ServerKeys } from '../../ports/server-keys.ts'
import { openServerKeys } from '../server-keys/file-server-keys.ts'
import { openKeyVault, vaultKeyBinding } from './wrapped-keys.ts'

const PIN = 'Pässw0rd€ 🔑'
const binding = { userId: 'ana', certificateId: 'one' }
const key = randomBytes(1200)
let folder: string
let serverKeys: ServerKeys
let vault: KeyVault

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-'))
  serverKeys = await openServerKeys({ path: join(folder, 'keys.json') }, true)
  vault = openKeyVault(serverKeys)
})
afterAll(() => rm(folder, { recursive: true }))

test('a vault key opens with its PIN, and accents of either form are the same PIN', async () => {
  const { wrappedKey } = await vault.protect(key, PIN, binding)
  expect(Buffer.from((await vault.open(wrappedKey, PIN, binding))!).equals(key)).toBe(true)
  expect(await vault.open(wrappedKey, PIN.normalize('NFD'), binding)).toBeDefined()
})

test('a wrong PIN opens nothing', async () => {
  const { wrappedKey } = await vault.protect(key, PIN, binding)
  expect(await vault.open(wrappedKey, '1234', binding)).toBeUndefined()
})

test('the server key alone shows nothing of the key: the inner layer is still under the PIN', async () => {
  const { wrappedKey } = await vault.protect(key, PIN, binding)
  const inner = Buffer.from(await serverKeys.unwrap(wrappedKey, vaultKeyBinding(binding)))
  for (let i = 0; i + 16 <= key.length; i += 16) expect(inner.includes(key.subarray(i, i + 16))).toBe(false)
})

test('the PIN alone opens nothing: another server key refuses the outer layer', async () => {
  const { wrappedKey } = await vault.protect(key, PIN, binding)
  const stranger = openKeyVault(await openServerKeys({ path: join(folder, 'other.json') }, true))
  await expect(stranger.open(wrappedKey, PIN, binding)).rejects.toMatchObject({ code: 'WRAPPED_VALUE_REFUSED' })
})

test('a wrapped key moved to another user or certificate is refused', async () => {
  const { wrappedKey } = await vault.protect(key, PIN, binding)
  for (const other of [
    { ...binding, userId: 'biel' },
    { ...binding, certificateId: 'two' },
  ]) {
    await expect(vault.open(wrappedKey, PIN, other)).rejects.toMatchObject({ code: 'WRAPPED_VALUE_REFUSED' })
  }
})

test('any flipped byte is refused', async () => {
  const { wrappedKey } = await vault.protect(key, PIN, binding)
  for (const index of [0, 3, 10, 40, 200, wrappedKey.length - 1]) {
    const changed = Uint8Array.from(wrappedKey)
    changed[index]! ^= 1
    await expect(vault.open(changed, PIN, binding)).rejects.toBeDefined()
  }
})
