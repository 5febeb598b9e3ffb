import { inspectWhole } from './take-in-pdf.ts'
import type { IntakePdf } from './intake/ports.ts'
import type { NewField, SendOrder } from './ports.ts'
import type { FindingCode, Upload } from './uploads/ports.ts'

/** A field as sending makes them, where none is shown. */
const TRIAL: NewField = { name: 'Rubrica-00000000-1', kind: 'signature', page: 1, box: null }

interface JudgedFile {
  readonly judged: Pick<Upload, 'pages' | 'findings'>
  /** The file, without its encryption where it had one. */
  readonly base: Uint8Array
}

/**
 * Whether a file can be signed, found out by what sending does with it.
 * @param decrypt the consent to take off its encryption
 * @throws {PortalError} PDF_REFUSED, PDF_ENCRYPTED, PDF_PASSWORD_NEEDED, PDF_TOO_COMPLEX
 */
export async function judgeFile(pdf: IntakePdf, file: Uint8Array, decrypt?: SendOrder['decrypt']): Promise<JudgedFile> {
  const how = { decrypt, fields: [TRIAL] }
  const { base, wasEncrypted, pageCount, sizeOf, ...facts } = await inspectWhole(pdf, pdf.share(file), how)
  // Locks and certifications that forbid further signatures show only here.
  await facts.createFields()
  const findings: FindingCode[] = [
    ...(facts.bearsSignatures ? ['SIGNED' as const] : []),
    ...(facts.isCertified ? ['CERTIFIED' as const] : []),
    ...(wasEncrypted ? ['DECRYPTED' as const] : []),
  ]
  return { base, judged: { pages: Array.from({ length: pageCount }, (_, index) => sizeOf(index + 1)), findings } }
}
