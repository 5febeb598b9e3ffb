/**
 * What usage rights cover: signatures of a maker of software, which no person made (ISO 32000-2 clause 12.8.2.3).
 *
 * Difficulty: low. They may stand in the catalogue itself, so that each update holds another copy of them.
 */
import { PdfError } from '../errors.ts'
import { isArray, type PdfObject } from '../objects/pdf-objects.ts'
import type { PdfDocument } from '../reader/pdf-document.ts'
import { listRevisions } from '../revisions/list-revisions.ts'
import { openRevision } from '../revisions/open-revision.ts'

/** The ranges in all revisions of a file, their numbers with blanks between them. */
export function rangesOfUsageRights(document: PdfDocument): ReadonlySet<string> {
  const ranges = listRevisions(document).flatMap(({ number }) => rangesIn(document, number))
  return new Set(
    ranges.flatMap((range) => (isArray(range) ? range.filter((part) => typeof part === 'number').join(' ') : [])),
  )
}

/** A revision that cannot be read has none. */
function rangesIn(document: PdfDocument, number: number): readonly PdfObject[] {
  try {
    const view = openRevision(document, number)
    const permissions = view.resolveDict(view.catalog.dict.get('Perms'))
    return ['UR3', 'UR'].map((key) => view.resolve(view.resolveDict(permissions?.get(key))?.get('ByteRange')))
  } catch (error) {
    if (error instanceof PdfError && error.code === 'PDF_DAMAGED') return []
    throw error
  }
}
