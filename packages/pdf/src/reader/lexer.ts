/**
 * Characters and tokens of PDF syntax (ISO 32000-2 clause 7.2).
 *
 * The lexer never throws on odd bytes: what it cannot read becomes a keyword, and the parser decides; only a string
 * longer than any honest one is rejected. Positions are offsets into the bytes it was given.
 */
import { PdfError } from '../pdf-error.ts'
import { PdfName, PdfString } from '../objects/pdf-objects.ts'
import { LIMITS } from './limits.ts'

/** Anything that is not a number, string or name: `obj`, `<<`, `]`, `R`, ... Empty at the end of the bytes. */
export class Keyword {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Token = number | PdfName | PdfString | Keyword

const REGULAR = 0
const WHITE = 1
const DELIMITER = 2
const KIND = new Uint8Array(256)
for (const byte of [0, 9, 10, 12, 13, 32]) KIND[byte] = WHITE
for (const character of '()<>[]{}/%') KIND[character.charCodeAt(0)] = DELIMITER

export function isWhite(byte: number | undefined): boolean {
  return byte !== undefined && KIND[byte] === WHITE
}

export function isDelimiter(byte: number | undefined): boolean {
  return byte !== undefined && KIND[byte] === DELIMITER
}

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

const END = new Keyword('')
/** Readers keep greater integers in 32 bits, and take them for others. */
const GREATEST_INTEGER = 2 ** 31 - 1

/** Brackets by their octets: the most frequent keywords are made once. */
const SINGLES = Array.from(KIND, (_, byte) => new Keyword(String.fromCharCode(byte)))
const PAIRS = SINGLES.map(({ text }) => new Keyword(text + text))

export class Lexer {
  readonly bytes: Uint8Array
  pos: number
  /** Whether a number was met that readers take for different ones. */
  isOdd = false
  /** Whether the last number was written in digits alone. */
  isPlain = false
  /** The same bytes, to read words of. */
  private readonly texts: Buffer

  constructor(bytes: Uint8Array, pos = 0) {
    this.bytes = bytes
    this.texts = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.pos = pos
  }

  skipWhite(): void {
    const { bytes } = this
    for (; this.pos < bytes.length; this.pos++) {
      const byte = bytes[this.pos] as number
      if (KIND[byte] === WHITE) continue
      if (byte !== 0x25) return
      while (this.pos < bytes.length && bytes[this.pos] !== 10 && bytes[this.pos] !== 13) this.pos++
    }
  }

  next(): Token {
    this.skipWhite()
    const byte = this.bytes[this.pos]
    if (byte === undefined) return END
    if (KIND[byte] === REGULAR) return this.readWord()
    if (byte === 0x2f) return this.readName()
    if (byte === 0x28) return this.readLiteralString()
    const double = byte === this.bytes[this.pos + 1]
    if (byte === 0x3c && !double) return this.readHexString()
    const isPair = double && (byte === 0x3c || byte === 0x3e)
    this.pos += isPair ? 2 : 1
    return isPair ? PAIRS[byte]! : SINGLES[byte]!
  }

  /** Whether what comes next can be a number; blanks and comments before it are skipped. */
  isAtNumber(): boolean {
    this.skipWhite()
    const byte = this.bytes[this.pos]
    return byte !== undefined && KIND[byte] === REGULAR && !isLetter(byte)
  }

  /** The next token without moving. */
  peek(): Token {
    const { pos } = this
    const token = this.next()
    this.pos = pos
    return token
  }

  private regularEnd(from: number): number {
    let end = from
    while (end < this.bytes.length && KIND[this.bytes[end] as number] === REGULAR) end++
    return end
  }

  private text(start: number, end: number): string {
    return this.texts.toString('latin1', start, end)
  }

  private readWord(): Token {
    const start = this.pos
    const plain = this.readPlainInteger()
    this.isPlain = plain !== null
    if (plain !== null) return plain
    this.pos = this.regularEnd(start)
    const text = this.text(start, this.pos)
    const number = parseNumber(text) ?? this.numberBeforeEnd(start, text)
    if (number === null) return new Keyword(text)
    if (!PLAIN_NUMBER.test(text) || Math.abs(number) > GREATEST_INTEGER) this.isOdd = true
    return number
  }

  /** All readers take "12endobj" for a number and the end of its object. */
  private numberBeforeEnd(start: number, text: string): number | null {
    const digits = /^(\d{1,15})endobj$/.exec(text)?.[1]
    if (digits === undefined) return null
    this.pos = start + digits.length
    this.isOdd = true
    return Number(digits)
  }

  /** Unsigned integers are by far the most frequent word; null (and no move) for anything else. */
  private readPlainInteger(): number | null {
    const { bytes } = this
    let value = 0
    let at = this.pos
    for (; at - this.pos < 15; at++) {
      const byte = bytes[at]
      if (!isDigit(byte)) break
      value = value * 10 + ((byte as number) - 0x30)
    }
    if (at === this.pos || (at < bytes.length && KIND[bytes[at] as number] === REGULAR)) return null
    this.pos = at
    if (value > GREATEST_INTEGER) this.isOdd = true
    return value
  }

  private readName(): PdfName {
    const start = this.pos + 1
    this.pos = this.regularEnd(start)
    const text = this.text(start, this.pos)
    if (!text.includes('#')) return new PdfName(text)
    return new PdfName(text.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))))
  }

  private readHexString(): PdfString {
    const { bytes } = this
    const reach = Math.min(bytes.length, this.pos + LIMITS.string)
    const end = bytes.subarray(this.pos, reach).indexOf(0x3e)
    if (end === -1) refuseLongString(bytes, reach)
    const stop = end === -1 ? reach : this.pos + end
    const body = bytes.subarray(this.pos + 1, stop)
    this.pos = Math.min(stop + 1, bytes.length)
    let digits = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')
    if (!/^[0-9a-fA-F]*$/.test(digits)) digits = digits.replace(/[^0-9a-fA-F]/g, '')
    return new PdfString(Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex'), true)
  }

  private readLiteralString(): PdfString {
    const { bytes } = this
    const start = ++this.pos
    let depth = 1
    let plain = true
    const reach = Math.min(bytes.length, start + LIMITS.string)
    for (; this.pos < reach; this.pos++) {
      const byte = bytes[this.pos]
      if (byte === 0x28) depth++
      else if (byte === 0x29 && --depth === 0) break
      else if (byte === 0x5c) {
        plain = false
        this.pos++
      } else if (byte === 13) plain = false
    }
    if (depth > 0) refuseLongString(bytes, reach)
    const raw = bytes.subarray(start, Math.min(this.pos, bytes.length))
    this.pos = Math.min(this.pos + 1, bytes.length)
    return new PdfString(plain ? raw : unescapeLiteral(raw))
  }
}

const PLAIN_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/

function parseNumber(text: string): number | null {
  if (PLAIN_NUMBER.test(text)) return Number(text)
  // Slips that readers take for numbers, most of them so: doubled signs, a sign inside ("1-2" is 1), a lone sign or
  // point.
  const match = /^[+-]*(\d*\.?\d*)(?:-[\d.-]*)?$/.exec(text)
  if (match === null || text.length > 40) return null
  const value = Number(match[1] === '' || match[1] === '.' ? 0 : match[1])
  return text.startsWith('-') && !text.startsWith('--') ? -value : value
}

/** What stands behind the octets that are read of a string would be taken for objects, and its end for a beginning. */
function refuseLongString(bytes: Uint8Array, reach: number): void {
  if (reach < bytes.length) throw new PdfError('PDF_TOO_COMPLEX', { what: 'string' })
}

const ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 }

/** Undoes the escapes of clause 7.3.4.2. */
function unescapeLiteral(raw: Uint8Array): Uint8Array {
  const out = new Uint8Array(raw.length)
  let length = 0
  let at = 0
  while (at < raw.length) {
    const byte = raw[at++] as number
    if (byte === 13) {
      out[length++] = 10
      if (raw[at] === 10) at++
    } else if (byte !== 0x5c) {
      out[length++] = byte
    } else {
      const escape = readEscape(raw, at)
      at = escape.next
      if (escape.value !== null) out[length++] = escape.value
    }
  }
  return out.slice(0, length)
}

function readEscape(raw: Uint8Array, at: number): { value: number | null; next: number } {
  const byte = raw[at]
  if (byte === undefined) return { value: null, next: at }
  if (byte === 13) return { value: null, next: raw[at + 1] === 10 ? at + 2 : at + 1 }
  if (byte === 10) return { value: null, next: at + 1 }
  if (!isOctal(byte)) return { value: ESCAPES[String.fromCharCode(byte)] ?? byte, next: at + 1 }
  let value = 0
  let next = at
  while (next < at + 3 && isOctal(raw[next])) value = value * 8 + (raw[next++] as number) - 0x30
  return { value: value & 0xff, next }
}

function isOctal(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x37
}
