/**
 * The octets that a signature covers (ISO 32000-2 clause 12.8.1, ETSI EN 319 142-1 clause 5.3).
 *
 * Most ways to fool a validator begin here. A range is taken only when it is the whole file up to some point, without
 * exactly one thing: the hexadecimal string that is the /Contents of the very dictionary that the range stands in.
 */
import { isArray, isInteger, type PdfObject, PdfRef } from '@rubrica/pdf'
import type { FoundSignature } from './find-signatures.ts'
import type { LocatedDict } from './locate-entries.ts'

export type ByteRange = readonly [number, number, number, number]

type RangeFault =
  | 'BYTE_RANGE_MISSING'
  | 'BYTE_RANGE_SHAPE'
  | 'BYTE_RANGE_START'
  | 'BYTE_RANGE_OUTSIDE'
  | 'BYTE_RANGE_GAP'
  | 'CONTENTS_MISSING'
  | 'CONTENTS_NOT_HEX'
  | 'DICTIONARY_HIDDEN'
  | 'ENTRY_TWICE'

type FoundRange = { readonly range: ByteRange; readonly fault: null } | { readonly fault: RangeFault }

/** The range of a signature, or the first thing that is wrong with it. */
export function readByteRange(bytes: Uint8Array, { dict, place }: FoundSignature): FoundRange {
  const value = dict.get('ByteRange') ?? null
  if (value === null) return { fault: 'BYTE_RANGE_MISSING' }
  const range = toRange(value)
  if (range === null) return { fault: 'BYTE_RANGE_SHAPE' }
  const fault = findRangeFault(bytes.length, range) ?? findGapFault(bytes, place, range)
  return fault === null ? { range, fault } : { fault }
}

/** A reference is no range: what it leads to can be replaced later. */
function toRange(value: PdfObject): ByteRange | null {
  if (value instanceof PdfRef || !isArray(value) || value.length !== 4) return null
  const numbers = value.filter((number) => isInteger(number) && number >= 0)
  const [start, gapStart, gapEnd, rest] = numbers as number[]
  return numbers.length === 4 ? [start!, gapStart!, gapEnd!, rest!] : null
}

function findRangeFault(length: number, [start, gapStart, gapEnd, rest]: ByteRange): RangeFault | null {
  if (start !== 0) return 'BYTE_RANGE_START'
  if (gapEnd + rest > length) return 'BYTE_RANGE_OUTSIDE'
  return gapStart === 0 || gapEnd <= gapStart || rest === 0 ? 'BYTE_RANGE_GAP' : null
}

function findGapFault(bytes: Uint8Array, place: LocatedDict | null, range: ByteRange): RangeFault | null {
  if (place === null) return 'DICTIONARY_HIDDEN'
  // Which of two entries counts depends on the reader.
  if (new Set(place.entries.map(({ key }) => key)).size < place.entries.length) return 'ENTRY_TWICE'
  if (!isPlainRange(bytes, place)) return 'BYTE_RANGE_SHAPE'
  const contents = place.entries.find(({ key }) => key === 'Contents')
  if (contents === undefined) return 'CONTENTS_MISSING'
  const { start, end } = contents
  if (!isHexString(bytes, start, end)) return 'CONTENTS_NOT_HEX'
  const [, gapStart, gapEnd, rest] = range
  // Some writers sign the brackets, too, which leaves out even less.
  const isExact = start === gapStart && end === gapEnd
  if (!isExact && (start + 1 !== gapStart || end - 1 !== gapEnd)) return 'BYTE_RANGE_GAP'
  return place.end > gapEnd + rest ? 'BYTE_RANGE_GAP' : null
}

/** Four numbers of digits: other spellings are other numbers to some readers. */
function isPlainRange(bytes: Uint8Array, { entries }: LocatedDict): boolean {
  const written = entries.find(({ key }) => key === 'ByteRange')
  if (written === undefined) return false
  const text = Buffer.from(bytes.subarray(written.start, written.end)).toString('latin1')
  return /^\[\s*\d+(\s+\d+){3}\s*\]$/.test(text)
}

const OPEN = 0x3c
const CLOSE = 0x3e

/** Digits and nothing else between the brackets: what no signature covers has no room for anything. */
function isHexString(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] !== OPEN || bytes[end - 1] !== CLOSE) return false
  for (let at = start + 1; at < end - 1; at++) if (!HEX_DIGITS[bytes[at] as number]) return false
  return end - start > 2
}

const HEX_DIGITS = new Uint8Array(256)
for (const digit of '0123456789abcdefABCDEF') HEX_DIGITS[digit.charCodeAt(0)] = 1
