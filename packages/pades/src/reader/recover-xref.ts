/**
 * Rebuilds the cross-reference of a damaged file by scanning it for objects, as every widespread reader does.
 *
 * Difficulty: medium. Later objects replace earlier ones; contents of streams are skipped; each search is bounded by
 * the object it belongs to, so the scan stays linear.
 */
import { PdfError } from '../errors.ts'
import { decodeStream } from '../filters/decode-stream.ts'
import { isName, PdfDict, type PdfObject, PdfRef, PdfStream } from '../objects/pdf-objects.ts'
import { isDigit, isWhite, Lexer } from './lexer.ts'
import { LIMITS } from './limits.ts'
import { ObjectStream } from './object-stream.ts'
import { parseIndirectObject, parseObject } from './parse-object.ts'
import type { XrefEntry, XrefRevision } from './xref-section.ts'

interface Scan {
  readonly buffer: Buffer
  readonly header: number
  readonly entries: Map<number, XrefEntry>
  readonly trailers: PdfDict[]
  catalog: PdfRef | null
  decoded: number
}

/** @throws PdfError PDF_DAMAGED when no catalogue turns up, PDF_TOO_COMPLEX */
export function recoverRevision(bytes: Uint8Array, header: number): XrefRevision {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const scan: Scan = { buffer, header, entries: new Map(), trailers: [], catalog: null, decoded: 0 }
  scanObjects(scan)
  scanTrailers(scan)
  const { entries } = scan
  const size = [...entries.keys()].reduce((most, num) => Math.max(most, num + 1), 0)
  const lookup = (num: number): XrefEntry | undefined => entries.get(num)
  return { section: { kind: 'table', offset: 0, trailer: chooseTrailer(scan), size, lookup }, hidden: null }
}

function scanObjects(scan: Scan): void {
  const { buffer, entries } = scan
  let at = buffer.indexOf('obj', scan.header)
  while (at !== -1) {
    const start = objectStart(buffer, at)
    const found = start === null ? null : readHead(buffer, start)
    let next = at + 3
    if (start !== null && found !== null) {
      entries.set(found.num, { type: 'offset', offset: start - scan.header, gen: found.gen })
      if (entries.size > LIMITS.objectNumber) throw new PdfError('PDF_TOO_COMPLEX', { what: 'objects' })
      next = Math.max(next, inspectObject(scan, start, at))
    }
    at = buffer.indexOf('obj', next)
  }
}

/** Where "N G " before the word at `at` starts; null when there is no such thing. */
function objectStart(buffer: Buffer, at: number): number | null {
  let pos = at - 1
  for (let part = 0; part < 2; part++) {
    if (part > 0 && !isWhite(buffer[pos])) return null
    while (isWhite(buffer[pos])) pos--
    const end = pos
    while (isDigit(buffer[pos]) && end - pos < 11) pos--
    if (pos === end) return null
  }
  return pos + 1
}

function readHead(buffer: Buffer, start: number): { num: number; gen: number } | null {
  const lexer = new Lexer(buffer, start)
  const num = lexer.next()
  const gen = lexer.next()
  if (typeof num !== 'number' || typeof gen !== 'number') return null
  return num > 0 && num <= LIMITS.objectNumber && gen <= 65_535 ? { num, gen } : null
}

/** Notes what the object tells about the file; returns where the scan goes on. */
function inspectObject(scan: Scan, start: number, keyword: number): number {
  const endobj = scan.buffer.indexOf('endobj', keyword + 3)
  const end = endobj === -1 ? scan.buffer.length : endobj
  const hasStream = scan.buffer.subarray(keyword, end).includes('stream')
  if (!hasStream) {
    if (scan.buffer.subarray(keyword, end).includes('/Catalog')) noteCatalog(scan, start)
    return keyword + 3
  }
  const object = tryParse(scan.buffer, start)
  if (object === null || !(object.value instanceof PdfStream)) return keyword + 3
  const { dict } = object.value
  if (isName(dict.get('Type'), 'XRef')) scan.trailers.push(dict)
  if (isName(dict.get('Type'), 'ObjStm')) noteObjectStream(scan, object.num, object.value)
  return object.end
}

function tryParse(buffer: Buffer, start: number): ReturnType<typeof parseIndirectObject> {
  try {
    return parseIndirectObject(buffer, start)
  } catch (error) {
    if (error instanceof PdfError && error.code === 'PDF_DAMAGED') return null
    throw error
  }
}

function noteCatalog(scan: Scan, start: number): void {
  const object = tryParse(scan.buffer, start)
  if (object?.value instanceof PdfDict && isName(object.value.get('Type'), 'Catalog')) {
    scan.catalog = new PdfRef(object.num, object.gen)
  }
}

function noteObjectStream(scan: Scan, num: number, stream: PdfStream): void {
  try {
    const direct = (object: PdfObject | undefined): PdfObject => object ?? null
    const data = decodeStream(stream, direct, Math.min(LIMITS.decodedStream, LIMITS.decodedTotal - scan.decoded))
    scan.decoded += data.length
    let index = 0
    for (const inner of new ObjectStream(stream.dict, data).numbers) {
      if (inner > 0 && inner <= LIMITS.objectNumber) scan.entries.set(inner, { type: 'compressed', stream: num, index })
      index++
    }
  } catch (error) {
    if (!(error instanceof PdfError) || error.code !== 'PDF_DAMAGED') throw error
  }
}

function scanTrailers(scan: Scan): void {
  const { buffer } = scan
  for (let at = buffer.indexOf('trailer'); at !== -1; at = buffer.indexOf('trailer', at + 7)) {
    try {
      const dict = parseObject(new Lexer(buffer, at + 7))
      if (dict instanceof PdfDict) scan.trailers.push(dict)
    } catch (error) {
      if (!(error instanceof PdfError) || error.code !== 'PDF_DAMAGED') throw error
    }
  }
}

/** The last trailer whose Root exists, without the keys that only its own section gives a meaning. */
function chooseTrailer({ trailers, entries, catalog }: Scan): PdfDict {
  const encrypted = trailers.find((trailer) => trailer.get('Encrypt') !== undefined)
  if (encrypted !== undefined) throw new PdfError('PDF_ENCRYPTED', { damaged: true })
  const trailer = trailers.findLast((candidate) => {
    const root = candidate.get('Root')
    return root instanceof PdfRef && entries.has(root.num)
  })
  const root = trailer?.get('Root') ?? catalog
  if (root === null) throw new PdfError('PDF_DAMAGED', { what: 'no catalogue' })
  const kept = new Map<string, PdfObject>([['Root', root]])
  for (const key of ['Info', 'ID']) {
    const value = trailer?.get(key)
    if (value !== undefined) kept.set(key, value)
  }
  return new PdfDict(kept)
}
