/**
 * Which revision a ByteRange ends with.
 *
 * Some writers sign up to the %%EOF without its line end, others a few blanks more: both see the same document.
 */
import { isWhite } from '../reader/lexer.ts'
import type { PdfDocument } from '../reader/pdf-document.ts'
import { listRevisions } from './list-revisions.ts'
import type { Revision } from './revision.ts'

/** More blanks than this are no line end. */
const MOST_BLANKS = 1024

/**
 * The revision at whose end the first `octets` of the file end; null when there is none, or when that revision was not
 * what a reader of these octets saw.
 */
export function findCoveredRevision(document: PdfDocument, octets: number): Revision | null {
  const found = listRevisions(document).find(({ end }) => isBlank(document.bytes, end, octets))
  return found?.closed === true ? found : null
}

function isBlank(bytes: Uint8Array, end: number, octets: number): boolean {
  const from = Math.min(end, octets)
  const to = Math.max(end, octets)
  if (to > bytes.length || to - from > MOST_BLANKS) return false
  for (let at = from; at < to; at++) if (!isWhite(bytes[at])) return false
  return true
}
