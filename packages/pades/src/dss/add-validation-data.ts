/** Adds evidence to a signed file as a revision of its own (ETSI EN 319 142-1 clause 5.4). */
import { PdfUpdate, withPdf, PdfError } from '@rubrica/pdf'
import type { Evidence } from '@rubrica/pki'
import { type SignatureEvidence, writeDss } from './write-dss.ts'

/**
 * The incremental update that puts the evidence into the document security store; empty when all of it is there
 * already. No certification forbids it (ISO 32000-2 table 257).
 * @param bySignature what belongs to which signature; listed under /VRI for signatures that are not there yet
 * @throws CodedError NOT_A_PDF, PDF_DAMAGED, PDF_ENCRYPTED, PDF_TOO_COMPLEX
 */
export function addValidationData(
  base: Uint8Array,
  evidence: Evidence,
  bySignature: readonly SignatureEvidence[] = [],
): Uint8Array {
  return withPdf(base, (document) => {
    if (document.encryption !== null) throw new PdfError('PDF_ENCRYPTED')
    const update = new PdfUpdate(document)
    return writeDss(update, evidence, bySignature) ? update.write().tail : new Uint8Array(0)
  })
}
