/**
 * The octets of an update: the objects that it lists, its cross-reference sections and its end, and nothing else
 * (ISO 32000-2 clauses 7.5.4 to 7.5.6).
 *
 * A reader that meets anything odd in a file rebuilds its cross-reference by a scan, and then shows what no section
 * lists: prepared in the signed octets, or laid between the objects of an update. Honest writers leave nothing odd, so
 * everything that could confuse a reader is reported.
 */
import {
  type IndirectObject,
  isInteger,
  isWhite,
  Lexer,
  LIMITS,
  parseIndirectObject,
  type PdfDocument,
  PdfStream,
  type XrefEntry,
  type XrefSection,
  PdfError,
} from '@rubrica/pdf'
import { type Comparison, report } from '../comparison.ts'
import { endOfRepetition } from './repeated-writing.ts'

interface Update {
  readonly comparison: Comparison
  readonly sections: readonly XrefSection[]
  /** Offsets in the file of what the update lists: where each part starts, and its end. */
  readonly parts: Map<number, number>
  /** Octets that may still be parsed: honest objects do not overlap. */
  left: number
}

export function judgeUpdateOctets(comparison: Comparison): void {
  const { before, after } = comparison
  const later = after.revisions.slice(0, after.revisions.length - before.revisions.length)
  const sections = later.flatMap(({ section, hidden }) => (hidden === null ? [section] : [section, hidden]))
  const update: Update = { comparison, sections, parts: new Map(), left: 4 * after.bytes.length }
  for (const section of sections) judgeSection(update, section)
  const isPlain =
    later.every(({ section, hidden }) => isPlainTrailer(section, hidden)) &&
    sections.every((section) => isPlainStart(after, section)) &&
    fillsUpdate(update)
  // An object with a number is reported by that number.
  const isTold = [...comparison.findings.values()].some(({ what }) => what === 'HIDDEN_OBJECT')
  if (!isPlain && !isTold) report(comparison, { what: 'HIDDEN_OBJECT', num: null })
}

/** Readers disagree on where else the other sections of a hybrid file are, and on what they do with a wrong /Size. */
function isPlainTrailer({ kind, trailer, size }: XrefSection, hidden: XrefSection | null): boolean {
  const declared = trailer.get('Size')
  if (!isInteger(declared) || declared < size || declared > LIMITS.objectNumber + 1) return false
  if (kind === 'stream') return trailer.get('XRefStm') === undefined
  const previous = hidden?.trailer.get('Prev')
  return previous === undefined || previous === trailer.get('Prev')
}

function judgeSection(update: Update, section: XrefSection): void {
  const { comparison, parts } = update
  const { after, touched } = comparison
  parts.set(section.offset + after.header, section.end + after.header)
  for (const { first, count } of section.ranges) {
    for (let num = Math.max(1, first); num < first + count; num++) {
      const entry = section.lookup(num)
      if (entry === undefined) report(comparison, { what: 'UNREADABLE', num })
      else if (entry.type === 'offset' && touched.has(num)) judgeEntry(update, num, entry)
    }
  }
}

/** A table of rows as the standard has them, or an object; neither has anything but blanks before it. */
function isPlainStart({ bytes, header }: PdfDocument, { kind, offset, end }: XrefSection): boolean {
  const start = afterBlanks(bytes, offset + header)
  if (kind === 'stream') return isPlainHead(bytes, start)
  const table = bufferOf(bytes).toString('latin1', start, end + header)
  const rows = table
    .slice(0, table.indexOf('trailer'))
    .trimEnd()
    .split(/\r\n|\r|\n/)
  return rows[0]?.trimEnd() === 'xref' && rows.slice(1).every((row) => ROW.test(row))
}

const ROW = /^(\d+ \d+|\d{10} \d{5} [nf]) *$/

/** An entry leads to its object, which is written so that all readers find the same. */
function judgeEntry(update: Update, num: number, entry: XrefEntry & { type: 'offset' }): void {
  const { comparison, parts, sections } = update
  const start = entry.offset + comparison.after.header
  const object = parse(update, start)
  if (object?.num !== num || object.gen !== entry.gen) return report(comparison, { what: 'UNREADABLE', num })
  const isSection = sections.some(({ offset }) => offset === entry.offset)
  if (!isSection) parts.set(start, object.end)
  if (!isPlainObject(comparison.after, start, object)) report(comparison, { what: 'HIDDEN_OBJECT', num })
}

function parse(update: Update, start: number): IndirectObject | null {
  const { after } = update.comparison
  try {
    const object = parseIndirectObject(after.bytes, start, (ref) => {
      const length = after.resolve(ref)
      return isInteger(length) ? length : undefined
    })
    update.left -= object === null ? 0 : object.end - start
    if (update.left < 0) throw new PdfError('PDF_TOO_COMPLEX', { what: 'overlapping objects' })
    return object
  } catch (error) {
    if (error instanceof PdfError && error.code === 'PDF_DAMAGED') return null
    throw error
  }
}

const END = 'endobj'

function isPlainObject(document: PdfDocument, start: number, { value, end }: IndirectObject): boolean {
  const { bytes } = document
  if (!isPlainHead(bytes, afterBlanks(bytes, start))) return false
  if (bufferOf(bytes).toString('latin1', end - END.length, end) !== END) return false
  return !(value instanceof PdfStream) || isPlainStream(document, value)
}

const HEAD_WINDOW = 32
const isPlainHead = (bytes: Uint8Array, at: number): boolean =>
  /^\d+\s+\d+\s+obj/.test(bufferOf(bytes).toString('latin1', at, at + HEAD_WINDOW))

/**
 * Readers that trust a wrong length show what follows, too; what stands on the line of `stream` belongs to it for some;
 * and what is said to be in another file is read there, or from the stream all the same.
 */
function isPlainStream(document: PdfDocument, { dict, raw }: PdfStream): boolean {
  const { bytes } = document
  const start = raw.byteOffset - bytes.byteOffset
  const lead = bufferOf(bytes).toString('latin1', start - 'stream\r\n'.length, start)
  return /stream\r?\n$/.test(lead) && document.resolve(dict.get('Length')) === raw.length && dict.get('F') === undefined
}

/** Whether the parts lie one after the other, and nothing but blanks and comments between them. */
function fillsUpdate({ comparison: { before, after }, parts }: Update): boolean {
  const { bytes } = after
  let at = before.bytes.length
  for (const [start, end] of [...parts].sort(([left], [right]) => left - right)) {
    if (start < before.bytes.length) continue
    if (afterRepetitions(after, at, start) !== start) return false
    at = end
  }
  const closing = bufferOf(bytes).toString('latin1', afterComments(bytes, at))
  return /^startxref\s+\d+\s+%%EOF\s*$/.test(closing)
}

/** Behind the blanks, comments and repeated objects that come before the next part. */
function afterRepetitions(document: PdfDocument, at: number, next: number): number {
  const before = document.bytes.subarray(0, next)
  let pos = afterComments(before, at)
  while (pos < next) {
    const end = endOfRepetition(document, pos)
    if (end === null) return pos
    pos = afterComments(before, end)
  }
  return pos
}

function afterComments(bytes: Uint8Array, at: number): number {
  const lexer = new Lexer(bytes, at)
  lexer.skipWhite()
  return lexer.pos
}

function afterBlanks(bytes: Uint8Array, at: number): number {
  let next = at
  while (isWhite(bytes[next])) next++
  return next
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
