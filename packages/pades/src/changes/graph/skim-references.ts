/**
 * Reads over one object and notes the references in it, without building the object (ISO 32000-2 clauses 7.2 and
 * 7.3.10).
 *
 * Every reference that the parser would see must be found: an attacker can prepare a reference to an object that does
 * not exist when the file is signed. So strings, comments and odd spellings of numbers are read as the lexer reads
 * them.
 */
import { isDelimiter, isDigit, isWhite, Lexer } from '@rubrica/pdf'

export interface SkimRange {
  readonly start: number
  /** Where the next object starts; an object that is still open there goes on. */
  readonly next: number
}

interface Skim {
  readonly bytes: Uint8Array
  readonly onReference: (num: number) => void
  at: number
  depth: number
  /** Whether an array or dictionary has been closed on the outermost level: that is the end of the object. */
  done: boolean
  heads: number
  /** The last two integers; -1 for none. */
  first: number
  second: number
}

/** Calls `onReference` for each reference of the object that starts in the range. Returns where it stopped. */
export function skimReferences(bytes: Uint8Array, range: SkimRange, onReference: (num: number) => void): number {
  const skim: Skim = { bytes, onReference, at: range.start, depth: 0, done: false, heads: 0, first: -1, second: -1 }
  while (skim.at < bytes.length && !skim.done && (skim.depth > 0 || skim.at < range.next)) readNext(skim)
  return skim.at
}

function readNext(skim: Skim): void {
  const byte = skim.bytes[skim.at] as number
  if (isWhite(byte)) skim.at++
  else if (byte === 0x25) skipComment(skim)
  else if (isDelimiter(byte)) readDelimiter(skim, byte)
  else readWord(skim, byte)
}

function skipComment(skim: Skim): void {
  const { bytes } = skim
  while (skim.at < bytes.length && bytes[skim.at] !== 10 && bytes[skim.at] !== 13) skim.at++
}

function readDelimiter(skim: Skim, byte: number): void {
  skim.first = skim.second = -1
  const double = skim.bytes[skim.at + 1] === byte
  switch (byte) {
    case 0x28:
      return skipLiteral(skim)
    case 0x2f:
      return skipName(skim)
    case 0x3c:
      return double ? open(skim, 2) : skipHex(skim)
    case 0x5b:
      return open(skim, 1)
    case 0x5d:
      return close(skim, 1)
    case 0x3e:
      return double ? close(skim, 2) : step(skim)
    default:
      return step(skim)
  }
}

function step(skim: Skim): void {
  skim.at++
}

function open(skim: Skim, length: number): void {
  skim.depth++
  skim.at += length
}

function close(skim: Skim, length: number): void {
  skim.depth--
  skim.at += length
  if (skim.depth <= 0) skim.done = true
}

function skipLiteral(skim: Skim): void {
  const { bytes } = skim
  let depth = 0
  for (; skim.at < bytes.length; skim.at++) {
    const byte = bytes[skim.at]
    if (byte === 0x5c) skim.at++
    else if (byte === 0x28) depth++
    else if (byte === 0x29 && --depth === 0) break
  }
  skim.at++
}

function skipHex(skim: Skim): void {
  const end = skim.bytes.indexOf(0x3e, skim.at)
  skim.at = end === -1 ? skim.bytes.length : end + 1
}

function skipName(skim: Skim): void {
  skim.at = wordEnd(skim.bytes, skim.at + 1)
}

function wordEnd(bytes: Uint8Array, from: number): number {
  let end = from
  while (end < bytes.length && !isWhite(bytes[end]) && !isDelimiter(bytes[end])) end++
  return end
}

function readWord(skim: Skim, byte: number): void {
  const { bytes, at } = skim
  const end = wordEnd(bytes, at)
  skim.at = end
  if (byte < 0x3a) return noteNumber(skim, numberIn(skim, at))
  if (byte === 0x52 && end === at + 1) {
    if (skim.first >= 0) skim.onReference(skim.first)
  } else if (skim.depth === 0 && isEnd(skim, at, end)) skim.done = true
  skim.first = skim.second = -1
}

/** The number in the word that was read; null for what is no integer. */
function numberIn(skim: Skim, start: number): number | null {
  const { bytes, at: end } = skim
  let value = 0
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    if (!isDigit(byte) || end - start > 15) return oddNumber(skim, start)
    value = value * 10 + byte - 0x30
  }
  return value
}

function oddNumber(skim: Skim, start: number): number | null {
  const lexer = new Lexer(skim.bytes, start)
  const token = lexer.next()
  // The end of an object may follow a number without a blank.
  skim.at = lexer.pos
  return typeof token === 'number' && Number.isInteger(token) ? token : null
}

function noteNumber(skim: Skim, value: number | null): void {
  skim.first = value === null ? -1 : skim.second
  skim.second = value ?? -1
}

/** The second `obj` is the head of the next object. */
function isEnd(skim: Skim, start: number, end: number): boolean {
  const length = end - start
  if (length !== 3 && length !== 6) return false
  const word = String.fromCharCode(...skim.bytes.subarray(start, end))
  if (word === 'obj') return ++skim.heads > 1
  return word === 'endobj' || word === 'stream'
}
