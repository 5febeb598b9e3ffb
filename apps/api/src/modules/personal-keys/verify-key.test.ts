import { expect, test } from 'vitest'
import { isPersonalKey, makeKey, readKey } from './key-form.ts'
import type { LivingKey } from './ports.ts'
import { verifyKey } from './verify-key.ts'

const id = '0b0e6f6e-9a4c-4f3b-8f52-0f4a0a0f6d3a'
const { key, secretHash } = makeKey(id)
const ana = { userId: 'ana', subscriptionId: 'acme', scopes: ['documents:send'] }

function openStage(changes: Partial<LivingKey> = {}) {
  const asked: string[] = []
  const noted: Date[] = []
  let time = Date.parse('2026-01-01T08:00:00Z')
  let lastUsedAt: Date | null = null
  const keys = {
    findLiving: async (wanted: string) => {
      asked.push(wanted)
      return wanted === id ? { ...ana, secretHash, lastUsedAt, ...changes } : undefined
    },
    noteUse: async (_id: string, at: Date) => {
      noted.push(at)
      lastUsedAt = at
    },
  }
  const verify = (token: string) => verifyKey({ keys, now: () => new Date(time) }, token)
  return { asked, noted, verify, pass: (milliseconds: number) => void (time += milliseconds) }
}

test('a key says what it is, its id, and 32 random bytes; what is kept does not give them back', () => {
  expect(key).toMatch(/^rbk_0b0e6f6e9a4c4f3b8f520f4a0a0f6d3a_[\w-]{43}$/)
  expect(Buffer.from(readKey(key)!.secret, 'base64url')).toHaveLength(32)
  expect(makeKey(id).key).not.toBe(key)
  expect(secretHash).toHaveLength(32)
})

test('the right key acts for its person, a wrong one of the same id for nobody', async () => {
  const stage = openStage()
  expect(await stage.verify(key)).toEqual(ana)
  expect(await stage.verify(makeKey(id).key)).toBeUndefined()
  expect(await stage.verify(makeKey(crypto.randomUUID()).key)).toBeUndefined()
})

test.each([
  'rbk_',
  'rbk_x',
  key.slice(0, -1),
  `${key}A`,
  key.toUpperCase(),
  key.replace('rbk_', 'rbk_{'),
  `rbk_${id}_${'A'.repeat(43)}`,
  `${key}\n`,
  `rbk_${"'".repeat(32)}_${'A'.repeat(43)}`,
])('of %j nobody is asked', async (token) => {
  const stage = openStage()
  expect(await stage.verify(token)).toBeUndefined()
  expect(stage.asked).toEqual([])
})

test('tokens of sessions do not look like keys', () => {
  expect(isPersonalKey('eyJhbGciOiJFUzI1NiJ9.e30.x')).toBe(false)
  expect(isPersonalKey(key)).toBe(true)
})

test('the last use is noted once a minute, and not for who is wrong', async () => {
  const stage = openStage()
  await stage.verify(makeKey(id).key)
  expect(stage.noted).toEqual([])
  for (let second = 0; second < 60; second += 1) {
    await stage.verify(key)
    stage.pass(1000)
  }
  expect(stage.noted).toHaveLength(1)
  await stage.verify(key)
  expect(stage.noted).toHaveLength(2)
})
