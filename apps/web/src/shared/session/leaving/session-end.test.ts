import { expect, test } from 'vitest'
import { timeLeft } from './session-end.ts'

const [SECOND, MINUTE] = [1000, 60_000]
const FROM = Date.UTC(2026, 0, 1)
const tokenFor = (minutes: number) => {
  const claims = { sub: 'ana', iat: FROM / SECOND, exp: (FROM + minutes * MINUTE) / SECOND }
  return `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`
}

test.each([
  [30, 0, null],
  [30, 28 * MINUTE - 1, null],
  [30, 28 * MINUTE, 2 * MINUTE],
  [30, 30 * MINUTE - SECOND, SECOND],
  [30, 31 * MINUTE, 0],
  [3, 2 * MINUTE - 1, null],
  [3, 2 * MINUTE, MINUTE],
])('of a session of %i minutes, %i ms after its beginning, what is left to be warned of is %s', (length, ms, left) => {
  expect(timeLeft(tokenFor(length), FROM + ms)).toBe(left)
})

test('nobody is warned without a session, or of one that tells no times', () => {
  for (const token of [null, 'opaque', `h.${Buffer.from('{"sub":"ana"}').toString('base64url')}.s`]) {
    expect(timeLeft(token, FROM)).toBeNull()
  }
})
