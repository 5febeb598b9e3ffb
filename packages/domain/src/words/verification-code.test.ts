import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { CODE_BYTES, readVerificationCode, writeVerificationCode } from './verification-code.ts'

test('a code holds a hundred bits in five groups of four, and a check character', () => {
  expect(writeVerificationCode(new Uint8Array(CODE_BYTES))).toBe('0000-0000-0000-0000-0000-0')
  const code = writeVerificationCode(new Uint8Array(CODE_BYTES).fill(255))
  expect(code.slice(0, -2)).toBe('ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ')
  // 2^100 − 1 leaves 15 of 37.
  expect(code.at(-1)).toBe('0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U'[Number((2n ** 100n - 1n) % 37n)])
})

test('it is read however somebody types it', () => {
  for (let round = 0; round < 200; round += 1) {
    const code = writeVerificationCode(randomBytes(CODE_BYTES))
    const typed = [
      code.toLowerCase(),
      code.replaceAll('-', ''),
      ` ${code.replaceAll('-', ' – ')} `,
      code.replaceAll('0', 'o').replaceAll('1', 'l'),
    ]
    for (const one of [code, ...typed]) expect(readVerificationCode(one)).toBe(code)
  }
})

test('one wrong character, and two that changed places, are seen', () => {
  const code = writeVerificationCode(randomBytes(CODE_BYTES))
  for (const [index, character] of [...code].entries()) {
    if (character === '-' || index === code.length - 1) continue
    for (const other of '0123456789ABCDEFGHJKMNPQRSTVWXYZ') {
      const wrong = code.slice(0, index) + other + code.slice(index + 1)
      expect(readVerificationCode(wrong)).toBe(other === character ? code : undefined)
    }
    const next = code[index + 1]
    if (next === undefined || next === '-' || next === character || index + 2 === code.length) continue
    expect(readVerificationCode(code.slice(0, index) + next + character + code.slice(index + 2))).toBeUndefined()
  }
})

test.each([
  '',
  '-',
  'ABCD',
  'UUUU-UUUU-UUUU-UUUU-UUUU-U',
  '0000-0000-0000-0000-0000-0-0',
  '𝟘'.repeat(21),
  'é'.repeat(21),
])('is no code: "%s"', (typed) => expect(readVerificationCode(typed)).toBeUndefined())
