/**
 * Writes ASN.1 values in DER (X.690). Every function returns a complete encoding (tag, length, content), so that
 * larger structures are built by nesting calls in the order of the standard's own notation.
 */
export type Der = Uint8Array

const CONSTRUCTED = 0x20
const CONTEXT = 0x80

/** One element: tag octet, definite length, the joined contents. */
export function encodeElement(tag: number, contents: readonly Uint8Array[]): Der {
  const body = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag]), encodeLength(body.length), body])
}

function encodeLength(length: number): Uint8Array {
  if (length < 0x80) return Buffer.from([length])
  const hex = length.toString(16)
  const octets = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | octets.length]), octets])
}

export const sequence = (...items: readonly Der[]): Der => encodeElement(0x30, items)

/** The elements of a SET OF in the order that DER wants: ascending by their encodings (X.690 11.6). */
export const inSetOrder = (items: readonly Der[]): Der[] => [...items].sort((one, other) => Buffer.compare(one, other))

export const setOf = (...items: readonly Der[]): Der => encodeElement(0x31, inSetOrder(items))

/** Context tag around a complete value (EXPLICIT). */
export const explicit = (number: number, value: Der): Der => encodeElement(CONTEXT | CONSTRUCTED | number, [value])

/** Context tag in place of a constructed value's own tag (IMPLICIT); takes the bare contents. */
export const implicitConstructed = (number: number, ...contents: readonly Der[]): Der =>
  encodeElement(CONTEXT | CONSTRUCTED | number, contents)

/** Context tag in place of a primitive value's own tag (IMPLICIT); takes the bare content octets. */
export const implicitPrimitive = (number: number, content: Uint8Array): Der =>
  encodeElement(CONTEXT | number, [content])

export const nullValue = (): Der => Buffer.from([0x05, 0x00])
export const booleanTrue = (): Der => Buffer.from([0x01, 0x01, 0xff])
export const octetString = (content: Uint8Array): Der => encodeElement(0x04, [content])
export const enumerated = (value: number): Der => encodeElement(0x0a, [Buffer.from([value])])
export const utf8String = (text: string): Der => encodeElement(0x0c, [Buffer.from(text, 'utf8')])
export const printableString = (text: string): Der => encodeElement(0x13, [Buffer.from(text, 'latin1')])
export const ia5String = (text: string): Der => encodeElement(0x16, [Buffer.from(text, 'latin1')])

/** BMPString: two octets a character, big-endian. */
export const bmpString = (text: string): Der => encodeElement(0x1e, [Buffer.from(text, 'utf16le').swap16()])

/** A non-negative INTEGER in the fewest octets. */
export function integer(value: number | bigint): Der {
  const hex = value.toString(16)
  return unsignedInteger(Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'))
}

/** A non-negative INTEGER from its big-endian octets. */
export function unsignedInteger(octets: Uint8Array): Der {
  let start = 0
  while (start < octets.length - 1 && octets[start] === 0) start += 1
  const body = octets.subarray(start)
  const signed = ((body[0] ?? 0) & 0x80) === 0
  return encodeElement(0x02, signed ? [body] : [Buffer.from([0]), body])
}

export const bitString = (octets: Uint8Array): Der => encodeElement(0x03, [Buffer.from([0]), octets])

/** A BIT STRING used as a named set of bits, without trailing zero bits (X.690 11.2.2). */
export function namedBits(bits: readonly number[]): Der {
  const highest = Math.max(...bits)
  const octets = Buffer.alloc((highest >> 3) + 1)
  for (const bit of bits) octets[bit >> 3] = (octets[bit >> 3] ?? 0) | (0x80 >> (bit & 7))
  return encodeElement(0x03, [Buffer.from([7 - (highest & 7)]), octets])
}

/** OBJECT IDENTIFIER from its dotted form; arcs of any size. */
export function objectIdentifier(dotted: string): Der {
  const [first = 0n, second = 0n, ...rest] = dotted.split('.').map(BigInt)
  const octets = [first * 40n + second, ...rest].flatMap(encodeArc)
  return encodeElement(0x06, [Buffer.from(octets)])
}

function encodeArc(arc: bigint): number[] {
  const octets = [Number(arc & 0x7fn)]
  for (let left = arc >> 7n; left > 0n; left >>= 7n) octets.unshift(Number(left & 0x7fn) | 0x80)
  return octets
}

/** UTCTime before 2050, GeneralizedTime from then on (RFC 5280 4.1.2.5); whole seconds. */
export function certificateTime(date: Date): Der {
  return date.getUTCFullYear() < 2050 ? encodeElement(0x17, [digits(date).subarray(2)]) : generalizedTime(date)
}

/** GeneralizedTime in whole seconds. */
export const generalizedTime = (date: Date): Der => encodeElement(0x18, [digits(date)])

/** GeneralizedTime with milliseconds, trailing zeros left out as RFC 3161 2.4.2 asks. */
export function preciseTime(date: Date): Der {
  const fraction = date.getUTCMilliseconds().toString().padStart(3, '0').replace(/0+$/, '')
  const seconds = digits(date).subarray(0, 14).toString('latin1')
  return encodeElement(0x18, [Buffer.from(`${seconds}${fraction === '' ? '' : `.${fraction}`}Z`, 'latin1')])
}

const digits = (date: Date): Buffer =>
  Buffer.from(`${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`, 'latin1')
