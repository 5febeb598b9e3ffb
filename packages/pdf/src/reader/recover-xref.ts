/**
 * Rebuilds the cross-reference of a damaged file by scanning it for objects, as every widespread reader does.
 *
 * Later objects replace earlier ones; contents of streams are skipped; each search is bounded by the object it belongs
 * to, so the scan stays linear.
 */
import { PdfError } from '../pdf-error.ts'
import { decodeStream } from '../filters/decode-stream.ts'
import { isName, PdfDict, type PdfObject, PdfRef, PdfStream } from '../objects/pdf-objects.ts'
import { findMarker } from './find-marker.ts'
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
  failures: number
}

/** @throws PdfError PDF_DAMAGED when no catalogue turns up, PDF_TOO_COMPLEX */
export function recoverRevision(bytes: Uint8Array, header: number): XrefRevision {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const scan: Scan = { buffer, header, entries: new Map(), trailers: [], catalog: null, decoded: 0, failures: 0 }
  scanObjects(scan)
  scanTrailers(scan)
  const { entries } = scan
  const size = [...entries.keys()].reduce((most, num) => Math.max(most, num + 1), 0)
  const lookup = (num: number): XrefEntry | undefined => entries.get(num)
  const ranges = [{ first: 0, count: size }]
  return {
    section: { kind: 'table', offset: 0, end: 0, trailer: chooseTrailer(scan), isOdd: false, size, ranges, lookup },
    hidden: null,
  }
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
  return num > 0 && num <= LIMITS.objectNumber && gen <= LIMITS.generation ? { num, gen } : null
}

/** Notes what the object says about the file; returns where the scan goes on. */
function inspectObject(scan: Scan, start: number, keyword: number): number {
  const { buffer } = scan
  const body = keyword + 3
  const end = objectEnd(buffer, body)
  const content = buffer.subarray(body, end)
  const streamAt = content.indexOf('stream')
  const relevant = streamAt !== -1 || content.includes('/Catalog')
  const dict = relevant ? tryParseDict(buffer, body, streamAt === -1 ? end : body + streamAt) : null
  if (dict === null) return relevant ? countFailure(scan, body) : body
  if (streamAt === -1) {
    if (isName(dict.get('Type'), 'Catalog')) scan.catalog = referenceAt(buffer, start)
    return body
  }
  const object = tryParse(buffer, start)
  if (object === null || !(object.value instanceof PdfStream)) return countFailure(scan, body)
  if (isName(dict.get('Type'), 'XRef')) scan.trailers.push(dict)
  if (isName(dict.get('Type'), 'ObjStm')) noteObjectStream(scan, object.num, object.value)
  return object.end
}

/** Where the scan goes on after an object that cannot be read; an honest file has few of them. */
function countFailure(scan: Scan, body: number): number {
  if (++scan.failures > LIMITS.scanFailures) throw new PdfError('PDF_TOO_COMPLEX', { what: 'broken objects' })
  return body
}

/** The object's own end or the start of the next one: no byte is looked at twice. */
function objectEnd(buffer: Buffer, body: number): number {
  const next = buffer.indexOf(' obj', body)
  const end = findMarker(buffer, 'endobj', body)
  return Math.min(next === -1 ? buffer.length : next, end === -1 ? buffer.length : end)
}

function referenceAt(buffer: Buffer, start: number): PdfRef | null {
  const head = readHead(buffer, start)
  return head === null ? null : new PdfRef(head.num, head.gen)
}

function tryParseDict(buffer: Buffer, start: number, end: number): PdfDict | null {
  const value = unlessDamaged(() => parseObject(new Lexer(buffer.subarray(0, end), start)))
  return value instanceof PdfDict ? value : null
}

function tryParse(buffer: Buffer, start: number): ReturnType<typeof parseIndirectObject> {
  return unlessDamaged(() => parseIndirectObject(buffer, start))
}

function unlessDamaged<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof PdfError && error.code === 'PDF_DAMAGED') return null
    throw error
  }
}

function noteObjectStream(scan: Scan, num: number, stream: PdfStream): void {
  const direct = (object: PdfObject | undefined): PdfObject => object ?? null
  const limit = Math.max(1, Math.min(LIMITS.decodedStream, LIMITS.decodedTotal - scan.decoded))
  const inner = unlessDamaged(() => {
    const data = decodeStream(stream, direct, limit)
    scan.decoded += data.length
    return new ObjectStream(stream.dict, data)
  })
  let index = 0
  for (const found of inner?.numbers ?? []) {
    if (found > 0 && found <= LIMITS.objectNumber) scan.entries.set(found, { type: 'compressed', stream: num, index })
    index++
  }
}

function scanTrailers(scan: Scan): void {
  const { buffer } = scan
  const found: PdfDict[] = []
  let at = buffer.lastIndexOf('trailer')
  for (let seen = 0; at !== -1 && seen < LIMITS.scannedTrailers; seen++) {
    const from = at + 'trailer'.length
    const dict = unlessDamaged(() => parseObject(new Lexer(buffer, from)))
    if (dict instanceof PdfDict) found.unshift(dict)
    at = at === 0 ? -1 : buffer.lastIndexOf('trailer', at - 1)
  }
  scan.trailers.push(...found)
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
