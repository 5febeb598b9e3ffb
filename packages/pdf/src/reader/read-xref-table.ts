/**
 * Classic cross-reference tables (ISO 32000-2 clause 7.5.4).
 *
 * Regular tables are not parsed at all: a lookup reads its 20 bytes in place. Tables with entries of another length are
 * read token by token.
 */
import { PdfError } from '../pdf-error.ts'
import { PdfDict } from '../objects/pdf-objects.ts'
import { isDigit, type Lexer } from './lexer.ts'
import { LIMITS } from './limits.ts'
import { isKeyword, parseObject } from './parse-object.ts'
import { FREE, type XrefEntry, type XrefSection } from './xref-section.ts'

const ENTRY_LENGTH = 20

interface Range {
  readonly first: number
  readonly count: number
  readonly lookup: (num: number) => XrefEntry
}

/**
 * Reads the table whose keyword `xref` the lexer just passed.
 * @param offset where the section starts, counted from the header
 * @param header offset of the header
 */
export function readXrefTable(lexer: Lexer, offset: number, header: number): XrefSection {
  const ranges: Range[] = []
  let size = 0
  for (;;) {
    const token = lexer.next()
    if (isKeyword(token, 'trailer')) break
    const count = lexer.next()
    if (typeof token !== 'number' || typeof count !== 'number') throw damaged(lexer)
    if (token < 0 || count < 0 || token + count > LIMITS.objectNumber + 1) throw damaged(lexer)
    lexer.skipWhite()
    if (count > 0) ranges.push(readRange(lexer, token, count))
    size = Math.max(size, token + count)
    if (ranges.length > LIMITS.fields) throw new PdfError('PDF_TOO_COMPLEX', { what: 'xref subsections' })
  }
  const trailer = parseObject(lexer)
  if (!(trailer instanceof PdfDict)) throw damaged(lexer)
  return {
    kind: 'table',
    offset,
    end: lexer.pos - header,
    trailer,
    isOdd: lexer.isOdd,
    size,
    ranges,
    lookup: lookupIn(ranges),
  }
}

function lookupIn(ranges: readonly Range[]): (num: number) => XrefEntry | undefined {
  // Incremental updates of forms can have thousands of subsections; one pass per lookup would be quadratic.
  if (ranges.length <= 16) {
    return (num) => ranges.find(({ first, count }) => num >= first && num < first + count)?.lookup(num)
  }
  const sorted = ranges.toSorted((a, b) => a.first - b.first)
  return (num) => {
    let low = 0
    let high = sorted.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((sorted[middle] as Range).first <= num) low = middle
      else high = middle - 1
    }
    const range = sorted[low] as Range
    return num >= range.first && num < range.first + range.count ? range.lookup(num) : undefined
  }
}

function readRange(lexer: Lexer, first: number, count: number): Range {
  const { bytes, pos } = lexer
  const end = pos + count * ENTRY_LENGTH
  // The last entry may lack one byte of its line end, right before the next word.
  if (end <= bytes.length + 1 && isEntry(bytes, pos) && isEntry(bytes, end - ENTRY_LENGTH)) {
    lexer.pos = Math.min(end - 1, bytes.length)
    const next = lexer.peek()
    if (isKeyword(next, 'trailer') || typeof next === 'number') {
      return { first, count, lookup: (num) => readEntry(bytes, pos + (num - first) * ENTRY_LENGTH) }
    }
    lexer.pos = pos
  }
  const entries = Array.from({ length: count }, () => parseEntry(lexer))
  return { first, count, lookup: (num) => entries[num - first] ?? FREE }
}

/** Cheap proof that 18 bytes are an entry: "dddddddddd ddddd n". */
function isEntry(bytes: Uint8Array, at: number): boolean {
  const type = bytes[at + 17]
  const spaced = bytes[at + 10] === 32 && bytes[at + 16] === 32
  return spaced && isDigit(bytes[at]) && isDigit(bytes[at + 9]) && (type === 0x6e || type === 0x66)
}

function readEntry(bytes: Uint8Array, at: number): XrefEntry {
  if (!isEntry(bytes, at) || !isAllDigits(bytes, at, 10) || !isAllDigits(bytes, at + 11, 5))
    throw new PdfError('PDF_DAMAGED', { what: 'xref entry', offset: at })
  if (bytes[at + 17] === 0x66) return FREE
  return entryOf(digits(bytes, at, 10), digits(bytes, at + 11, 5))
}

function digits(bytes: Uint8Array, at: number, count: number): number {
  let value = 0
  for (let i = at; i < at + count; i++) value = value * 10 + ((bytes[i] as number) - 0x30)
  return value
}

function isAllDigits(bytes: Uint8Array, at: number, count: number): boolean {
  for (let i = at; i < at + count; i++) if (!isDigit(bytes[i])) return false
  return true
}

/** Offset 0 cannot hold an object: some writers mark free entries so. */
function entryOf(offset: number, gen: number): XrefEntry {
  return offset > 0 ? { type: 'offset', offset, gen } : FREE
}

function parseEntry(lexer: Lexer): XrefEntry {
  const offset = lexer.next()
  const gen = lexer.next()
  const type = lexer.next()
  if (typeof offset !== 'number' || typeof gen !== 'number') throw damaged(lexer)
  if (isKeyword(type, 'n')) return entryOf(offset, gen)
  if (!isKeyword(type, 'f')) throw damaged(lexer)
  return FREE
}

function damaged(lexer: Lexer): PdfError {
  return new PdfError('PDF_DAMAGED', { what: 'xref table', offset: lexer.pos })
}
