/**
 * Writes DER, the one canonical encoding of ASN.1.
 *
 * Only what CMS, ESS and RFC 3161 need. The one rule that is easy to miss: the members of a SET OF are sorted by their
 * encoding; a validator re-sorts them before it hashes.
 *
 * ITU-T X.690 §8, §10, §11.6.
 */

/** Joins byte strings. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}

function lengthOctets(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length)
  const octets: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256)
  return Uint8Array.of(0x80 | octets.length, ...octets)
}

/** One element: identifier octet, definite length, content. */
export function encodeElement(tag: number, ...content: readonly Uint8Array[]): Uint8Array {
  const body = content.length === 1 && content[0] ? content[0] : concatBytes(content)
  return concatBytes([Uint8Array.of(tag), lengthOctets(body.length), body])
}

export const encodeSequence = (...members: readonly Uint8Array[]): Uint8Array => encodeElement(0x30, ...members)

/** SET OF with its members in DER order; `tag` lets it stand under an IMPLICIT context tag. */
export function encodeSetOf(members: readonly Uint8Array[], tag = 0x31): Uint8Array {
  return encodeElement(tag, ...[...members].sort((left, right) => Buffer.compare(left, right)))
}

/** Context-specific constructed tag [number], EXPLICIT around its content. */
export const encodeExplicit = (number: number, ...content: readonly Uint8Array[]): Uint8Array =>
  encodeElement(0xa0 | number, ...content)

export const encodeOctetString = (octets: Uint8Array): Uint8Array => encodeElement(0x04, octets)

export const encodeNull = (): Uint8Array => encodeElement(0x05, new Uint8Array(0))

export const encodeBoolean = (value: boolean): Uint8Array => encodeElement(0x01, Uint8Array.of(value ? 0xff : 0))

/** A non-negative INTEGER from its big-endian magnitude: shortest form, with a zero octet where the sign bit is set. */
export function encodeUnsignedInteger(magnitude: Uint8Array | number): Uint8Array {
  const octets = typeof magnitude === 'number' ? lengthlessOctets(magnitude) : magnitude
  let start = 0
  while (start < octets.length - 1 && octets[start] === 0) start++
  const shortest = octets.length === 0 ? Uint8Array.of(0) : octets.subarray(start)
  const signed = (shortest[0] ?? 0) & 0x80 ? concatBytes([Uint8Array.of(0), shortest]) : shortest
  return encodeElement(0x02, signed)
}

function lengthlessOctets(value: number): Uint8Array {
  const octets: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256)
  return Uint8Array.from(octets)
}

/** OBJECT IDENTIFIER from its dotted form. */
export function encodeOid(dotted: string): Uint8Array {
  const arcs = dotted.split('.').map(Number)
  const [first = 0, second = 0, ...rest] = arcs
  const octets = [first * 40 + second, ...rest].flatMap(base128)
  return encodeElement(0x06, Uint8Array.from(octets))
}

function base128(arc: number): number[] {
  const octets = [arc % 128]
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) octets.unshift((rest % 128) | 0x80)
  return octets
}
