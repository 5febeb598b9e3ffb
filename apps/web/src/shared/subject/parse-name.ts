/**
 * Reads a distinguished name in its text form: RFC 4514 §2 and §3, with what RFC 2253 §4 still has readers accept
 * (quoted values, semicolons, blanks around the parts, "OID." before an object identifier). Certificates of anybody
 * come through here, so what does not keep to the grammar is no name at all.
 */

export interface NameAttribute {
  /** Keyword in lower case, or the object identifier of one without a keyword. */
  readonly type: string
  readonly value: string
}

/** Code units; longer than any name that a person has to read. */
const LONGEST = 4096

/** Keywords that mean the same, and the object identifiers of both. */
const KEYWORDS: Readonly<Record<string, string>> = {
  '2.5.4.3': 'cn',
  '2.5.4.4': 'sn',
  surname: 'sn',
  '2.5.4.5': 'serialnumber',
  '2.5.4.6': 'c',
  '2.5.4.10': 'o',
  '2.5.4.11': 'ou',
  '2.5.4.42': 'givenname',
  gn: 'givenname',
  '2.5.4.97': 'organizationidentifier',
}

const TYPE = /\s*(?:OID\.)?([A-Za-z][\w-]*|\d+(?:\.\d+)+)\s*=\s*/iy
/** Quoted, as BER in hexadecimal digits, or as characters of which some are escaped. */
const VALUE = /"((?:[^"\\]|\\.)*)"|(#(?:[\da-f]{2})+)(?=\s*(?:[,;+]|$))|((?:[^"+,;<>\\\0]|\\.)*)/isy
const SEPARATOR = /\s*(?:([,;+])|$)/y
const ESCAPED = /(?:\\[\da-f]{2})+|\\[ "#+,;<=>\\]|\\/gi

class NoName extends Error {}

/** @returns its attributes in the order of the text; null when it is no distinguished name */
export function parseName(text: string): readonly NameAttribute[] | null {
  if (text.length > LONGEST) return null
  try {
    return readAttributes(text)
  } catch (error) {
    if (error instanceof NoName) return null
    throw error
  }
}

function readAttributes(text: string): NameAttribute[] {
  const attributes: NameAttribute[] = []
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (!found) throw new NoName()
    at = pattern.lastIndex
    return found
  }
  for (let goesOn = true; goesOn;) {
    const type = take(TYPE)[1]!.toLowerCase()
    const [, quoted, hexadecimal, plain] = take(VALUE)
    const value = hexadecimal === undefined ? unescape(quoted ?? trimEnd(plain!)) : readBer(hexadecimal)
    attributes.push({ type: KEYWORDS[type] ?? type, value })
    goesOn = take(SEPARATOR)[1] !== undefined
  }
  return attributes
}

/** Without the blanks at its end; one that is escaped, by a backslash that is not escaped itself, stays. */
function trimEnd(value: string): string {
  const trimmed = value.trimEnd()
  const backslashes = trimmed.length - trimmed.replace(/\\+$/, '').length
  return trimmed !== value && backslashes % 2 === 1 ? `${trimmed} ` : trimmed
}

function unescape(value: string): string {
  if (value.startsWith('#')) throw new NoName()
  return value.replace(ESCAPED, (escaped) => {
    if (escaped === '\\') throw new NoName()
    return /^\\[\da-f]{2}/i.test(escaped) ? fromUtf8(octetsOf(escaped.replaceAll('\\', ''))) : escaped.slice(1)
  })
}

const octetsOf = (digits: string) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

function fromUtf8(octets: Uint8Array): string {
  const text = decode('utf-8', octets)
  if (text === null) throw new NoName()
  return text
}

function decode(encoding: string, octets: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(octets)
  } catch {
    return null
  }
}

/** X.690 §8.21: the kinds of text that names are made of. */
const ENCODINGS: Readonly<Record<number, string>> = {
  0x0c: 'utf-8',
  0x13: 'windows-1252',
  0x14: 'windows-1252',
  0x16: 'windows-1252',
  0x1e: 'utf-16be',
}

/** The text of a value in BER; as it is written when it is of another kind, longer than a name may be, or damaged. */
function readBer(hexadecimal: string): string {
  const [tag = 0, length = 1, ...content] = octetsOf(hexadecimal.slice(1))
  const encoding = ENCODINGS[tag]
  // Short form of the length; with the long one, skip its octets.
  const skipped = length > 0x80 && length <= 0x82 ? length - 0x80 : 0
  const stated = skipped === 0 ? length : content.slice(0, skipped).reduce((sum, octet) => sum * 256 + octet, 0)
  const octets = Uint8Array.from(content.slice(skipped))
  if (encoding === undefined || octets.length !== stated) return hexadecimal
  return decode(encoding, octets) ?? hexadecimal
}
