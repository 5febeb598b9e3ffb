import { expect, it } from 'vitest'
import { computeTotp, matchTotp } from './compute-totp.ts'

const SECRET = Buffer.from('12345678901234567890')

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('shows at second %i what RFC 6238 says', (second, code) => {
  expect(computeTotp(SECRET, second * 1000).code).toBe(code)
})

it('takes the code of this step and of the one before, and tells the step', () => {
  const { code, expiresAt } = computeTotp(SECRET, 59_000)
  expect(matchTotp(SECRET, code, 59_000)).toBe(1)
  expect(matchTotp(SECRET, code, expiresAt)).toBe(1)
  expect(matchTotp(SECRET, code, expiresAt + 30_000)).toBeUndefined()
})
