/**
 * Finds the signatures of a file: those in signature fields, and those that somebody took out of them.
 *
 * Difficulty: high. A signature that no field shows is not shown to anybody, but it tells that the file was more than
 * it claims to be. Usage rights are no signatures of a person (ISO 32000-2 clause 12.8.2.3).
 */
import { readFields, type SignatureField } from '../fields/read-fields.ts'
import { PdfDict, type PdfObject, PdfRef } from '../objects/pdf-objects.ts'
import { isWhite } from '../reader/lexer.ts'
import { LIMITS } from '../reader/limits.ts'
import type { PdfDocument } from '../reader/pdf-document.ts'
import { lookupInRevision } from '../reader/xref-section.ts'
import { locateDict, type LocatedDict } from './locate-entries.ts'

export interface FoundSignature {
  /** Fully qualified name; empty for a signature without a field. */
  readonly field: string
  readonly dict: PdfDict
  /** Where the dictionary is written; null inside an object stream. */
  readonly place: LocatedDict | null
}

export interface FoundSignatures {
  readonly signatures: readonly FoundSignature[]
  /** Number of signature dictionaries that some revision has and no field of the newest one shows. */
  readonly orphans: number
}

const MARK = '/ByteRange'
/** More occurrences than any honest file has signatures. */
const MOST_MARKS = 2000
const MOST_BLANKS = 16

/** @throws PdfError PDF_DAMAGED, PDF_TOO_COMPLEX */
export function findSignatures(document: PdfDocument): FoundSignatures {
  const filled = readFields(document).signatureFields.flatMap((field) => openField(document, field))
  const byDict = new Map(filled.map((found) => [found.dict, found]))
  const permissions = document.resolveDict(document.catalog.dict.get('Perms'))
  const certification = permissions?.get('DocMDP')
  const certified = document.resolve(certification)
  const extra = certified instanceof PdfDict && !byDict.has(certified) ? [openValue(document, '', certification)] : []
  const signatures = [...byDict.values(), ...extra.flat()]
  const usageRights = ['UR3', 'UR'].flatMap((key) => openValue(document, '', permissions?.get(key)))
  const orphans = findOrphans(document, [...signatures, ...usageRights])
  return { signatures, orphans: orphans + extra.length }
}

function openField(document: PdfDocument, { name, ref, dict, value }: SignatureField): FoundSignature[] {
  if (value === null) return []
  const inField = dict.get('V')
  if (inField instanceof PdfRef) return openValue(document, name, inField)
  return [{ field: name, dict: value, place: ref && locate(document, ref, 'V') }]
}

function openValue(document: PdfDocument, field: string, value: PdfObject | undefined): FoundSignature[] {
  const dict = document.resolve(value)
  if (!(dict instanceof PdfDict)) return []
  return [{ field, dict, place: value instanceof PdfRef ? locate(document, value) : null }]
}

function locate(document: PdfDocument, { num }: PdfRef, key?: string): LocatedDict | null {
  const entry = document.entry(num)
  return entry?.type === 'offset' ? locateDict(document.bytes, entry.offset + document.header, key) : null
}

/** Looks through the file for ranges that belong to objects of some revision but to none of the signatures. */
function findOrphans(document: PdfDocument, known: readonly FoundSignature[]): number {
  const { bytes } = document
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const starts = new Set(known.flatMap(({ place }) => place?.start ?? []))
  const orphans = new Set<number>()
  let marks = 0
  for (let at = buffer.indexOf(MARK); at !== -1 && ++marks <= MOST_MARKS; at = buffer.indexOf(MARK, at + 1)) {
    if (known.some(({ place }) => place !== null && place.start < at && at < place.end)) continue
    const start = findObjectStart(document, buffer, at)
    if (start !== null && !starts.has(start)) orphans.add(start)
  }
  return orphans.size
}

/** Start of the object around an offset, when a revision has it and it is a signature dictionary; else null. */
function findObjectStart(document: PdfDocument, buffer: Buffer, at: number): number | null {
  const from = Math.max(0, at - 2 * LIMITS.string)
  const keyword = buffer.subarray(from, at).lastIndexOf(' obj')
  if (keyword === -1) return null
  const head = buffer.subarray(Math.max(0, from + keyword - 24), from + keyword).toString('latin1')
  const match = /(\d+)\s+\d+$/.exec(head)
  if (match === null) return null
  const start = from + keyword - match[0].length
  const num = Number(match[1])
  const isListed = document.revisions.some((revision) => {
    const entry = lookupInRevision(revision, num)
    return entry?.type === 'offset' && isBlank(buffer, entry.offset + document.header, start)
  })
  return isListed && isSignatureDict(document, start) ? start : null
}

/** Some tables point at the line end before an object. */
function isBlank(buffer: Buffer, from: number, to: number): boolean {
  return from <= to && to - from <= MOST_BLANKS && buffer.subarray(from, to).every(isWhite)
}

function isSignatureDict({ bytes }: PdfDocument, start: number): boolean {
  const keys = new Set(locateDict(bytes, start)?.entries.map(({ key }) => key))
  return keys.has('ByteRange') && keys.has('Contents')
}
