/** Cross-reference streams (ISO 32000-2 clause 7.5.8). Entries stay packed until looked up. */
import { PdfError } from '../pdf-error.ts'
import { decodeStream } from '../filters/decode-stream.ts'
import { isArray, isInteger, isName, type PdfObject, PdfRef, PdfStream } from '../objects/pdf-objects.ts'
import { LIMITS } from './limits.ts'
import { FREE, type XrefEntry, type XrefSection } from './xref-section.ts'

/** What is left of the bounds for all sections of a file together. */
export interface XrefBudget {
  bytes: number
}

/** @param place where the section starts and ends, counted from the header, and how its numbers are written */
export function readXrefStream(
  value: PdfObject,
  place: Pick<XrefSection, 'offset' | 'end' | 'isOdd'>,
  budget: XrefBudget,
): XrefSection {
  if (!(value instanceof PdfStream) || !isName(value.dict.get('Type'), 'XRef')) throw damaged('type')
  const { dict } = value
  const widths = dict.get('W')
  if (!isArray(widths) || widths.length < 3 || !widths.every((width) => isInteger(width) && width >= 0 && width <= 8)) {
    throw damaged('widths')
  }
  const data = decodeStream(value, direct, Math.max(1, Math.min(budget.bytes, LIMITS.decodedStream)))
  budget.bytes -= data.length
  const ranges = readIndex(dict.get('Index'), dict.get('Size'))
  const layout = { data, widths: widths as readonly number[] }
  const size = ranges.reduce((most, { first, count }) => Math.max(most, first + count), 0)
  return { kind: 'stream', ...place, trailer: dict, size, ranges, lookup: (num) => lookup(num, ranges, layout) }
}

/** A cross-reference stream must not depend on other objects. */
function direct(object: PdfObject | undefined): PdfObject {
  return object === undefined || object instanceof PdfRef ? null : object
}

interface Range {
  readonly first: number
  readonly count: number
  /** Entries before this range. */
  readonly before: number
}

function readIndex(index: PdfObject | undefined, size: PdfObject | undefined): readonly Range[] {
  const numbers = isArray(index) ? index : [0, size ?? null]
  const ranges: Range[] = []
  let before = 0
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    const first = numbers[i]
    const count = numbers[i + 1]
    if (!isInteger(first) || !isInteger(count) || first < 0 || count < 0) throw damaged('index')
    if (first + count > LIMITS.objectNumber + 1) throw damaged('index')
    ranges.push({ first, count, before })
    before += count
  }
  if (ranges.length > LIMITS.fields) throw new PdfError('PDF_TOO_COMPLEX', { what: 'xref subsections' })
  return ranges.sort((a, b) => a.first - b.first)
}

interface Layout {
  readonly data: Uint8Array
  readonly widths: readonly number[]
}

function lookup(num: number, ranges: readonly Range[], { data, widths }: Layout): XrefEntry | undefined {
  let low = 0
  let high = ranges.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((ranges[middle] as Range).first <= num) low = middle
    else high = middle - 1
  }
  const range = ranges[low]
  if (range === undefined || num < range.first || num >= range.first + range.count) return undefined
  const entryLength = widths.reduce((sum, width) => sum + width, 0)
  const at = (range.before + num - range.first) * entryLength
  if (at + entryLength > data.length) return undefined
  return readEntry(data, at, widths)
}

function readEntry(data: Uint8Array, at: number, widths: readonly number[]): XrefEntry {
  const [w0 = 0, w1 = 0, w2 = 0] = widths
  const type = w0 === 0 ? 1 : number(data, at, w0)
  const second = number(data, at + w0, w1)
  const third = number(data, at + w0 + w1, w2)
  if (type === 1) return { type: 'offset', offset: second, gen: third }
  if (type === 2) return { type: 'compressed', stream: second, index: third }
  // Other types are references to null (clause 7.5.8.3).
  return FREE
}

function number(data: Uint8Array, at: number, width: number): number {
  let value = 0
  for (let i = at; i < at + width; i++) value = value * 256 + (data[i] as number)
  return value
}

function damaged(what: string): PdfError {
  return new PdfError('PDF_DAMAGED', { what: `xref stream ${what}` })
}
