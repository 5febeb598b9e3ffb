/** The version of PDF that a file claims (ISO 32000-2 clauses 7.5.2 and 7.7.2). */
import { PdfName } from '../objects/pdf-objects.ts'
import type { PdfDocument } from './pdf-document.ts'

/** "1.7", "2.0": the greater of header and catalogue. */
export function readVersion(document: PdfDocument): string {
  const { bytes, header, catalog } = document
  const written = Buffer.from(bytes.subarray(header + 5, header + 8)).toString('latin1')
  const own = /^\d\.\d$/.test(written) ? written : '1.0'
  const declared = document.resolve(catalog.dict.get('Version'))
  return declared instanceof PdfName && /^\d\.\d$/.test(declared.value) && declared.value > own ? declared.value : own
}
