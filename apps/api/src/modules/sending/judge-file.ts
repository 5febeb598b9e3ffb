import { inspectWhole } from './take-in-pdf.ts'
import type { FindingCode, IntakePdf, NewField, Upload } from './ports.ts'

/** A field as sending makes them, where none is shown. */
const TRIAL: NewField = { name: 'Rubrica-00000000-1', kind: 'signature', page: 1, box: null }

/**
 * Whether a file can be signed, found out by what sending does with it.
 * @throws {PortalError} PDF_REFUSED, PDF_ENCRYPTED, PDF_TOO_COMPLEX
 */
export async function judgeFile(pdf: IntakePdf, file: Uint8Array): Promise<Pick<Upload, 'pages' | 'findings'>> {
  const { pageCount, sizeOf, bearsSignatures, isCertified, createFields } = await inspectWhole(pdf, pdf.share(file), {
    decrypt: undefined,
    fields: [TRIAL],
  })
  // Locks and certifications that forbid further signatures show only here.
  await createFields()
  const findings: FindingCode[] = [
    ...(bearsSignatures ? ['SIGNED' as const] : []),
    ...(isCertified ? ['CERTIFIED' as const] : []),
  ]
  return { pages: Array.from({ length: pageCount }, (_, index) => sizeOf(index + 1)), findings }
}
