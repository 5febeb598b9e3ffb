/**
 * Names as certificates compare them: whatever the string type, the case and the spaces between words.
 *
 * A name becomes a list of strings, one for each relative name, so that comparing is comparing text.
 *
 * RFC 5280 §7.1, RFC 4518 §2 (as far as it matters: NFKC, case, spaces).
 */
import { attributesOf, type NameAttribute } from '../certificates/describe-name.ts'

export interface DistinguishedName {
  /** The same for names that are equal, and only for them. */
  readonly key: string
  /** One for each RelativeDistinguishedName, the least specific first. */
  readonly parts: readonly string[]
  /** Values of the attribute emailAddress. */
  readonly emails: readonly string[]
}

const EMAIL_ADDRESS = '1.2.840.113549.1.9.1'

/**
 * @param der DER of a Name
 * @throws DerError
 */
export function readDistinguishedName(der: Uint8Array): DistinguishedName {
  const sets = attributesOf(der)
  const parts = sets.map(partKey)
  const emails = sets.flat().filter(({ oid }) => oid === EMAIL_ADDRESS)
  return { key: JSON.stringify(parts), parts, emails: emails.map(({ value }) => value) }
}

/** The key of one relative name: the order of its attributes means nothing. */
export const partKey = (set: readonly NameAttribute[]): string =>
  JSON.stringify(set.map(({ oid, value }) => `${oid}=${prepare(value)}`).sort())

const prepare = (value: string): string => value.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ')

/** Whether `name` is `base` or stands below it. */
export const isWithin = (name: DistinguishedName, base: DistinguishedName): boolean =>
  base.parts.length <= name.parts.length && base.parts.every((part, index) => part === name.parts[index])
