/**
 * The byte strings that a typed PIN may have been when a PKCS#12 file was made.
 *
 * The standard knows one encoding; writers knew several. An empty PIN exists as "none" and as "empty"; accented letters
 * may be composed or not, and old OpenSSL took the octets of the terminal one by one. The file's MAC shows which one
 * was used.
 *
 * RFC 7292 appendix B.1, RFC 8018 §3.
 */

/** One way to write the PIN. */
export interface PasswordBytes {
  /** For the PKCS#12 derivation: UTF-16BE with two closing zero octets, or nothing at all. */
  readonly wide: Uint8Array
  /** For PBKDF2 and scrypt. */
  readonly narrow: Uint8Array
}

function widen(units: ArrayLike<number>): Uint8Array {
  const octets = new Uint8Array(2 * units.length + 2)
  for (let index = 0; index < units.length; index++) {
    const unit = units[index] ?? 0
    octets[2 * index] = unit >> 8
    octets[2 * index + 1] = unit & 0xff
  }
  return octets
}

const charCodes = (text: string): number[] => Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))

function formsOf(text: string): PasswordBytes[] {
  const utf8 = new Uint8Array(Buffer.from(text, 'utf8'))
  const standard = { wide: widen(charCodes(text)), narrow: utf8 }
  if (utf8.length === text.length) return [standard]
  return [standard, { wide: widen(utf8), narrow: new Uint8Array(Buffer.from(text, 'latin1')) }]
}

/** Candidates for `password`, the standard's own first. */
export function encodePassword(password: string): PasswordBytes[] {
  if (password === '') return [...formsOf(''), { wide: new Uint8Array(0), narrow: new Uint8Array(0) }]
  const texts = new Set([password, password.normalize('NFC'), password.normalize('NFD')])
  return [...texts].flatMap(formsOf)
}
