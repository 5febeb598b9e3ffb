/**
 * Removes the encryption of a file that is about to enter the system, with its sender's consent.
 *
 * This rewrites the whole file, so it is only for files without signatures. Decryption is LibPDF's;
 * it is slow and hungry on hostile input and replaces pkijs's engine in its process: run it in a worker with limits.
 */
import { PdfError } from '@rubrica/pdf'
import type { PDF } from '@libpdf/core'
import { inspectPdf } from '../inspect-pdf.ts'

/**
 * The same document without encryption; the bytes themselves when there is none.
 * @param password user's or owner's; without it only files that open without a password can be decrypted
 * @throws CodedError PDF_PASSWORD_NEEDED (none given, or wrong: facts.wrong), PDF_ENCRYPTED (facts.reason: SIGNED, or
 *   PERMISSIONS when its owner allows no changes, or UNSUPPORTED), PDF_DAMAGED, NOT_A_PDF, PDF_TOO_COMPLEX,
 *   PDF_TOO_MANY_PAGES
 */
export async function decryptPdf(bytes: Uint8Array, password?: string): Promise<Uint8Array> {
  const facts = inspectPdf(bytes)
  if (!facts.encrypted) return bytes
  if (facts.signatureFields.some(({ signed }) => signed)) throw new PdfError('PDF_ENCRYPTED', { reason: 'SIGNED' })
  const pdf = await load(bytes, password)
  if (!pdf.isAuthenticated) throw new PdfError('PDF_PASSWORD_NEEDED', { wrong: password !== undefined })
  if (!pdf.hasOwnerAccess() && !pdf.getPermissions().modify) {
    throw new PdfError('PDF_ENCRYPTED', { reason: 'PERMISSIONS', permissions: facts.permissions })
  }
  const decrypted = await rewrite(pdf)
  const result = inspectPdf(decrypted)
  if (result.encrypted || result.pageCount === 0) throw new PdfError('PDF_ENCRYPTED', { reason: 'UNSUPPORTED' })
  // Object streams hide signatures until they are decrypted.
  if (result.signatureFields.some(({ signed }) => signed)) throw new PdfError('PDF_ENCRYPTED', { reason: 'SIGNED' })
  return decrypted
}

async function load(bytes: Uint8Array, password: string | undefined): Promise<PDF> {
  const { PDF } = await import('@libpdf/core')
  try {
    return await PDF.load(bytes, { lenient: false, credentials: password })
  } catch {
    throw new PdfError('PDF_ENCRYPTED', { reason: 'UNSUPPORTED' })
  }
}

async function rewrite(pdf: PDF): Promise<Uint8Array> {
  try {
    pdf.removeProtection()
    return await pdf.save()
  } catch {
    throw new PdfError('PDF_ENCRYPTED', { reason: 'UNSUPPORTED' })
  }
}
