/**
 * What usage rights cover: signatures of a maker of software, which no person made (ISO 32000-2 clause 12.8.2.3).
 *
 * They may stand in the catalogue itself, so that each update holds another copy of them. What was the signature of a
 * field once stays that of a person, whatever a later revision calls it.
 */
import { readFields } from '../../fields/read-fields.ts'
import { isArray, listRevisions, openRevision, type PdfDocument, type PdfObject, PdfError } from '@rubrica/pdf'

const known = new WeakMap<PdfDocument, ReadonlySet<string>>()

/** The ranges in all revisions of a file, their numbers with blanks between them. */
export function rangesOfUsageRights(document: PdfDocument): ReadonlySet<string> {
  const ranges = known.get(document) ?? readRanges(document)
  known.set(document, ranges)
  return ranges
}

function readRanges(document: PdfDocument): ReadonlySet<string> {
  const rights = namesOf(document, rightsIn)
  if (rights.size === 0) return rights
  const ofPeople = namesOf(document, fieldsIn)
  return new Set([...rights].filter((range) => !ofPeople.has(range)))
}

function namesOf(document: PdfDocument, read: (view: PdfDocument) => readonly PdfObject[]): Set<string> {
  const ranges = listRevisions(document).flatMap(({ number }) => rangesIn(document, number, read))
  return new Set(ranges.flatMap((range) => nameOfRange(range) ?? []))
}

/** Its numbers with blanks between them; null for what is no range. */
export function nameOfRange(range: PdfObject): string | null {
  return isArray(range) ? range.filter((part) => typeof part === 'number').join(' ') : null
}

function rightsIn(view: PdfDocument): readonly PdfObject[] {
  const permissions = view.resolveDict(view.catalog.dict.get('Perms'))
  return ['UR3', 'UR'].map((key) => view.resolve(view.resolveDict(permissions?.get(key))?.get('ByteRange')))
}

const fieldsIn = (view: PdfDocument): readonly PdfObject[] =>
  readFields(view).signatureFields.map(({ value }) => view.resolve(value?.get('ByteRange')))

/** A revision that cannot be read has none. */
function rangesIn(
  document: PdfDocument,
  number: number,
  read: (view: PdfDocument) => readonly PdfObject[],
): readonly PdfObject[] {
  try {
    return read(openRevision(document, number))
  } catch (error) {
    if (error instanceof PdfError && error.code === 'PDF_DAMAGED') return []
    throw error
  }
}
