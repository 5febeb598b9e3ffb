/**
 * Parses one object (ISO 32000-2 clause 7.3), alone or wrapped in "N G obj … endobj" (clause 7.3.10).
 *
 * Depth and number of values are bounded. A stream's length comes from /Length when `endstream` follows there, else
 * from a search, because many writers get /Length wrong.
 */
import { PdfError } from '../pdf-error.ts'
import { isInteger, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from '../objects/pdf-objects.ts'
import { findMarker } from './find-marker.ts'
import { Keyword, Lexer, type Token } from './lexer.ts'
import { LIMITS } from './limits.ts'

export interface IndirectObject {
  readonly num: number
  readonly gen: number
  readonly value: PdfObject
  /** Offset after the object (after `endobj` where there is one). */
  readonly end: number
  /** Whether it has numbers that readers take for different ones. */
  readonly isOdd: boolean
}

/** Resolves an indirect /Length; undefined when it cannot. */
export type LengthResolver = (ref: PdfRef) => number | undefined

/** What is left of the bounds while one object is being parsed. */
interface Budget {
  values: number
  depth: number
}

export function parseObject(lexer: Lexer): PdfObject {
  return parseValue(lexer, lexer.next(), { values: LIMITS.valuesPerObject, depth: LIMITS.depth })
}

/** The object at an offset, or null when there is no "N G obj" there. */
export function parseIndirectObject(
  bytes: Uint8Array,
  offset: number,
  resolve?: LengthResolver,
): IndirectObject | null {
  const lexer = new Lexer(bytes, offset)
  const num = lexer.next()
  const gen = lexer.next()
  if (!isInteger(num as number) || !isInteger(gen as number) || !isKeyword(lexer.next(), 'obj')) return null
  const head = { num: num as number, gen: gen as number }
  if (isKeyword(lexer.peek(), 'endobj')) return { ...head, value: null, end: lexer.pos, isOdd: lexer.isOdd }
  const value = parseObject(lexer)
  const after = lexer.pos
  const { isOdd } = lexer
  const keyword = lexer.next()
  if (value instanceof PdfDict && isKeyword(keyword, 'stream')) {
    const { stream, end } = readStream(bytes, { dict: value, start: lexer.pos, resolve })
    return { ...head, value: stream, end, isOdd }
  }
  return { ...head, value, end: isKeyword(keyword, 'endobj') ? lexer.pos : after, isOdd }
}

export function isKeyword(token: Token, text: string): boolean {
  return token instanceof Keyword && token.text === text
}

function parseValue(lexer: Lexer, token: Token, budget: Budget): PdfObject {
  if (--budget.values < 0 || budget.depth < 0) throw new PdfError('PDF_TOO_COMPLEX', { what: 'object' })
  if (typeof token === 'number') return Number.isInteger(token) ? parseReference(lexer, token) : token
  if (token instanceof PdfName || token instanceof PdfString) return token
  switch (token.text) {
    case '<<':
      return parseDict(lexer, budget)
    case '[':
      return parseArray(lexer, budget)
    case 'true':
      return true
    case 'false':
      return false
    case 'null':
      return null
    default:
      throw new PdfError('PDF_DAMAGED', { what: 'object syntax', offset: lexer.pos })
  }
}

/** An integer, or the start of "N G R". */
function parseReference(lexer: Lexer, num: number): number | PdfRef {
  const { pos, isPlain } = lexer
  if (num < 0 || !lexer.isAtNumber()) {
    lexer.pos = pos
    return num
  }
  const gen = lexer.next()
  const isReference = isPlain && lexer.isPlain
  if (isInteger(gen as number) && !lexer.isAtNumber() && isKeyword(lexer.next(), 'R')) {
    // "1.0 0 R" is none to some readers.
    if (!isReference) lexer.isOdd = true
    return new PdfRef(num, gen as number)
  }
  lexer.pos = pos
  return num
}

function parseArray(lexer: Lexer, budget: Budget): PdfObject[] {
  const values: PdfObject[] = []
  budget.depth--
  for (let token = lexer.next(); !isKeyword(token, ']'); token = lexer.next()) {
    values.push(parseValue(lexer, token, budget))
  }
  budget.depth++
  return values
}

function parseDict(lexer: Lexer, budget: Budget): PdfDict {
  const entries = new Map<string, PdfObject>()
  let repeated: [string, PdfObject][] | undefined
  budget.depth--
  for (let key = lexer.next(); !isKeyword(key, '>>'); key = lexer.next()) {
    if (!(key instanceof PdfName)) throw new PdfError('PDF_DAMAGED', { what: 'dictionary', offset: lexer.pos })
    const token = lexer.next()
    // A key without a value before the end: readers take null.
    if (isKeyword(token, '>>')) break
    const former = entries.get(key.value)
    if (former !== undefined) (repeated ??= []).push([key.value, former])
    entries.set(key.value, parseValue(lexer, token, budget))
  }
  budget.depth++
  return new PdfDict(entries, repeated)
}

interface StreamStart {
  readonly dict: PdfDict
  /** Offset after the keyword `stream`. */
  readonly start: number
  readonly resolve: LengthResolver | undefined
}

function readStream(bytes: Uint8Array, { dict, start, resolve }: StreamStart): { stream: PdfStream; end: number } {
  let from = start
  while (bytes[from] === 32 || bytes[from] === 9) from++
  if (bytes[from] === 13) from++
  if (bytes[from] === 10) from++
  const declared = declaredLength(dict, resolve)
  if (declared !== undefined && declared >= 0 && from + declared <= bytes.length) {
    const lexer = new Lexer(bytes, from + declared)
    if (isKeyword(lexer.next(), 'endstream')) {
      if (isKeyword(lexer.peek(), 'endobj')) lexer.next()
      return { stream: new PdfStream(dict, bytes.subarray(from, from + declared)), end: lexer.pos }
    }
  }
  return searchStreamEnd(bytes, dict, from)
}

function declaredLength(dict: PdfDict, resolve: LengthResolver | undefined): number | undefined {
  const length = dict.get('Length')
  if (isInteger(length)) return length
  return length instanceof PdfRef ? resolve?.(length) : undefined
}

function searchStreamEnd(bytes: Uint8Array, dict: PdfDict, from: number): { stream: PdfStream; end: number } {
  const marker = findMarker(bytes, 'endstream', from)
  const end = marker === -1 ? findMarker(bytes, 'endobj', from) : marker
  if (end === -1) throw new PdfError('PDF_DAMAGED', { what: 'stream without end', offset: from })
  let stop = end
  if (stop > from && bytes[stop - 1] === 10) stop--
  if (stop > from && bytes[stop - 1] === 13) stop--
  const after = marker === -1 ? end : end + 'endstream'.length
  return { stream: new PdfStream(dict, bytes.subarray(from, stop)), end: after }
}
