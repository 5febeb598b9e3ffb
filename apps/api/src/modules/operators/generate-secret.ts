import { randomBytes, randomInt } from 'node:crypto'

/** Without characters that are mistaken for one another when read aloud or copied by hand. */
const LETTERS = {
  lower: 'abcdefghjkmnpqrstuvwxyz',
  upper: 'ABCDEFGHJKMNPQRSTUVWXYZ',
  digits: '23456789',
  special: '@#$-',
}
const LENGTH = 20

const pick = (letters: string) => letters[randomInt(letters.length)]!

/** A password that satisfies every rule of the spec, with more than 100 bits of chance. */
export function generatePassword(): string {
  const all = Object.values(LETTERS)
  const rest = Array.from({ length: LENGTH - all.length }, () => pick(all.join('')))
  const characters = [...all.map(pick), ...rest]
  for (let i = characters.length - 1; i > 0; i--) {
    const j = randomInt(i + 1)
    ;[characters[i], characters[j]] = [characters[j]!, characters[i]!]
  }
  return characters.join('')
}

/** A secret for a program: 256 bits. */
export function generateClientSecret(): string {
  return randomBytes(32).toString('base64url')
}
