/** Codes that lead from a printed document to what this installation says of it. */

/** What who has a code is told: each level what the one before it tells, and more. */
export const VERIFICATION_LEVELS = ['compare', 'facts', 'names', 'download'] as const
export type VerificationLevel = (typeof VERIFICATION_LEVELS)[number]
/** What the codes of a subscription tell: a level, or that there are none. */
export type CodesTell = VerificationLevel | 'off'

/** Crockford's base 32: no I, L, O or U; those are read as what they look like. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Of the check character alone, which stands for a remainder of 37. */
const CHECKS = `${DIGITS}*~$=U`
const LENGTH = 20
const GROUP = 4

/** Bytes that a code is made of: 100 of their bits stand in it. */
export const CODE_BYTES = 13

/**
 * The code that some random bytes stand for: five groups of four digits and a check character, 27 characters in all.
 * @param bytes CODE_BYTES of them
 */
export function writeVerificationCode(bytes: Uint8Array): string {
  const bits = bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n) >> BigInt(CODE_BYTES * 8 - LENGTH * 5)
  const digits = Array.from({ length: LENGTH }, (_, i) => DIGITS[Number((bits >> BigInt((LENGTH - 1 - i) * 5)) & 31n)])
  return group(digits.join(''))
}

/**
 * A code as it is written, from what somebody typed: small letters, blanks, other hyphens, and digits that look alike.
 * @returns undefined for what is no code, such as one with a slip
 */
export function readVerificationCode(typed: string): string | undefined {
  const plain = typed.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, '')
  if (plain.length !== LENGTH + 1) return undefined
  const digits = plain.slice(0, LENGTH).replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (![...digits].every((digit) => DIGITS.includes(digit))) return undefined
  const code = group(digits)
  return code.endsWith(plain.slice(-1).replace('O', '0').replace(/[IL]/, '1')) ? code : undefined
}

function group(digits: string): string {
  const groups = Array.from({ length: LENGTH / GROUP }, (_, i) => digits.slice(i * GROUP, (i + 1) * GROUP))
  return [...groups, CHECKS[checkOf(digits)]].join('-')
}

const checkOf = (digits: string) => [...digits].reduce((rest, digit) => (rest * 32 + DIGITS.indexOf(digit)) % 37, 0)
