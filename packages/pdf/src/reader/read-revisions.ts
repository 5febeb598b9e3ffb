/**
 * Follows startxref, /Prev and /XRefStm to all cross-reference sections, newest first (ISO 32000-2 clauses
 * 7.5.5-7.5.8).
 *
 * Offsets count from the header, as the widespread readers take them when there is junk before it.
 */
import { PdfError } from '../pdf-error.ts'
import { isInteger } from '../objects/pdf-objects.ts'
import { Lexer } from './lexer.ts'
import { LIMITS } from './limits.ts'
import { isKeyword, parseIndirectObject } from './parse-object.ts'
import { readXrefStream, type XrefBudget } from './read-xref-stream.ts'
import { readXrefTable } from './read-xref-table.ts'
import type { XrefRevision, XrefSection } from './xref-section.ts'

const HEADER_WINDOW = 1024

/** Offset of "%PDF-". Throws NOT_A_PDF when it is not near the start. */
export function findHeader(bytes: Uint8Array): number {
  const window = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, HEADER_WINDOW))
  const at = window.indexOf('%PDF-')
  if (at === -1) throw new PdfError('NOT_A_PDF')
  return at
}

/** The value after the last startxref. */
function findStartXref(bytes: Uint8Array): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const at = buffer.lastIndexOf('startxref')
  const value = at === -1 ? null : new Lexer(bytes, at + 9).next()
  if (typeof value !== 'number' || !isInteger(value)) throw new PdfError('PDF_DAMAGED', { what: 'startxref' })
  return value
}

/**
 * @param header offset of the header
 * @throws PdfError PDF_DAMAGED, PDF_TOO_COMPLEX
 */
export function readRevisions(bytes: Uint8Array, header: number): readonly XrefRevision[] {
  const revisions: XrefRevision[] = []
  const file = { bytes, header, budget: { bytes: LIMITS.decodedTotal } }
  const seen = new Set<number>()
  let next: number | null = findStartXref(bytes)
  while (next !== null) {
    if (seen.has(next)) throw new PdfError('PDF_DAMAGED', { what: 'xref chain in a circle' })
    if (revisions.length >= LIMITS.revisions) throw new PdfError('PDF_TOO_COMPLEX', { what: 'revisions' })
    seen.add(next)
    const section = readSection(file, next)
    revisions.push({ section, hidden: readHidden(file, section) })
    next = findPrevious(file, section)
  }
  return revisions
}

/** Some writers write 0 where nothing comes before; where something does, it is unknown what it is. */
function findPrevious({ bytes, header }: XrefFile, { trailer, offset }: XrefSection): number | null {
  const previous = trailer.get('Prev') ?? null
  if (previous === null || (previous === 0 && !hasEndBefore(bytes, offset + header))) return null
  if (!isInteger(previous)) throw new PdfError('PDF_DAMAGED', { what: 'Prev' })
  return previous
}

const hasEndBefore = (bytes: Uint8Array, offset: number): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, offset).includes('startxref')

interface XrefFile {
  readonly bytes: Uint8Array
  readonly header: number
  readonly budget: XrefBudget
}

function readHidden(file: XrefFile, section: XrefSection): XrefSection | null {
  const offset = section.kind === 'table' ? (section.trailer.get('XRefStm') ?? null) : null
  if (offset === null) return null
  // Some readers follow a reference here, too.
  if (!isInteger(offset)) throw new PdfError('PDF_DAMAGED', { what: 'XRefStm' })
  const hidden = readSection(file, offset)
  if (hidden.kind !== 'stream') throw new PdfError('PDF_DAMAGED', { what: 'XRefStm' })
  return hidden
}

function readSection({ bytes, header, budget }: XrefFile, offset: number): XrefSection {
  const at = offset + header
  if (offset < 0 || at >= bytes.length) throw new PdfError('PDF_DAMAGED', { what: 'xref offset', offset })
  const lexer = new Lexer(bytes, at)
  if (isKeyword(lexer.next(), 'xref')) return readXrefTable(lexer, offset, header)
  const object = parseIndirectObject(bytes, at)
  if (object === null) throw new PdfError('PDF_DAMAGED', { what: 'xref offset', offset })
  return readXrefStream(object.value, { offset, end: object.end - header, isOdd: object.isOdd }, budget)
}
