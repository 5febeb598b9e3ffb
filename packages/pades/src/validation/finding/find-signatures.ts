/**
 * Finds the signatures of a file: those in signature fields, and those that were removed from them.
 *
 * A signature that no field shows is invisible, but it proves that the file was once more than it claims to be. Usage
 * rights are no signatures of a person (ISO 32000-2 clause 12.8.2.3).
 */
import { readFields, type SignatureField } from '../../fields/read-fields.ts'
import { PdfDict, type PdfDocument, type PdfObject, PdfRef, PdfError } from '@rubrica/pdf'
import { countOrphans } from './count-orphans.ts'
import { nameOfRange, rangesOfUsageRights } from './list-usage-rights.ts'
import { locateDict, type LocatedDict } from './locate-entries.ts'

export interface FoundSignature {
  /** Fully qualified name; empty for a signature without a field. */
  readonly field: string
  readonly dict: PdfDict
  /** Where the dictionary is written; null inside an object stream. */
  readonly place: LocatedDict | null
}

interface FoundSignatures {
  readonly signatures: readonly FoundSignature[]
  /** Number of signature dictionaries that some revision has and no field of the newest one shows. */
  readonly orphans: number
}

const MOST_SIGNATURES = 1000

/** @throws CodedError PDF_DAMAGED, PDF_TOO_COMPLEX */
export function findSignatures(document: PdfDocument): FoundSignatures {
  const filled = readFields(document).signatureFields.flatMap((field) => openField(document, field))
  if (filled.length > MOST_SIGNATURES) throw new PdfError('PDF_TOO_COMPLEX', { what: 'signatures' })
  const byDict = new Map(filled.map((found) => [found.dict, found]))
  const permissions = document.resolveDict(document.catalog.dict.get('Perms'))
  const certification = permissions?.get('DocMDP')
  const certified = document.resolve(certification)
  const extra = certified instanceof PdfDict && !byDict.has(certified) ? [openValue(document, '', certification)] : []
  const signatures = [...byDict.values(), ...extra.flat()]
  const rights = ['UR3', 'UR'].flatMap((key) => openValue(document, '', permissions?.get(key)))
  const usageRights = rights.filter(({ dict }) => isUsageRight(document, dict))
  const known = [...signatures, ...usageRights].flatMap(({ place }) => place ?? [])
  const orphans = countOrphans(document, known)
  return { signatures, orphans: orphans + extra.length }
}

function isUsageRight(document: PdfDocument, dict: PdfDict): boolean {
  const range = nameOfRange(document.resolve(dict.get('ByteRange')))
  return range !== null && rangesOfUsageRights(document).has(range)
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
