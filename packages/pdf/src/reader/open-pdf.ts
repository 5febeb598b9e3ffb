/**
 * Opens a file by its cross-reference data, or by a scan when that data is damaged and nothing forbids it.
 *
 * A scan may show other objects than another reader does. So a scanned file is accepted only when it bears no signature
 * yet, and the update that is appended to it then carries a complete cross-reference of its own: from then on every
 * reader sees the same objects.
 */
import { PdfError } from '../pdf-error.ts'
import { PdfDocument } from './pdf-document.ts'
import { findHeader, readRevisions } from './read-revisions.ts'
import { recoverRevision } from './recover-xref.ts'

/**
 * Runs `read` on the file; once more on the scanned file if the first reading meets damage.
 * @throws PdfError NOT_A_PDF, PDF_DAMAGED, PDF_TOO_COMPLEX, PDF_ENCRYPTED and whatever `read` throws
 */
export function withPdf<Result>(bytes: Uint8Array, read: (document: PdfDocument) => Result): Result {
  const header = findHeader(bytes)
  try {
    return read(new PdfDocument({ bytes, header, revisions: readRevisions(bytes, header), recovered: false }))
  } catch (error) {
    if (!(error instanceof PdfError) || error.code !== 'PDF_DAMAGED' || mayBeSigned(bytes)) throw error
    return read(new PdfDocument({ bytes, header, revisions: [recoverRevision(bytes, header)], recovered: true }))
  }
}

function mayBeSigned(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('/ByteRange')
}
