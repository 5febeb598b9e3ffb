import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openWithSecret, sealUnderSecret } from './seal-under-secret.ts'

const key = randomBytes(1200)
const sealed = sealUnderSecret(key, 'the secret', 'authorisation:1')

test('a waiting key opens with its secret, and its place, alone', () => {
  expect(openWithSecret(sealed, 'the secret', 'authorisation:1').equals(key)).toBe(true)
  expect(() => openWithSecret(sealed, 'another', 'authorisation:1')).toThrow()
  expect(() => openWithSecret(sealed, 'the secret', 'authorisation:2')).toThrow()
})

test('no byte of a waiting key may be changed or missing, and none of it can be read', () => {
  for (const index of [0, 11, 12, 27, 28, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[index]! ^= 1
    expect(() => openWithSecret(changed, 'the secret', 'authorisation:1'), String(index)).toThrow()
  }
  expect(() => openWithSecret(sealed.subarray(0, -1), 'the secret', 'authorisation:1')).toThrow()
  for (let i = 0; i + 16 <= key.length; i += 16) expect(sealed.includes(key.subarray(i, i + 16))).toBe(false)
})
