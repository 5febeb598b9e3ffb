/** Creates the fields of all signers at once, before anyone signs. */
import { PadesError } from '../pades-error.ts'
import { PdfUpdate, withPdf, PdfError } from '@rubrica/pdf'
import type { FieldPlacement } from '../types.ts'
import { createSignatureFields } from './create-signature-fields.ts'
import { readFields } from './read-fields.ts'
import { assertChangesAllowed } from './read-permissions.ts'

/**
 * The incremental update that adds empty fields: `base` followed by it is the new file. A file that is signed already
 * takes further signature fields but no buttons, which its signatures would count as tampering.
 * @throws CodedError NOT_A_PDF, PDF_DAMAGED, PDF_ENCRYPTED, PDF_TOO_MANY_PAGES, PDF_TOO_COMPLEX, PAGE_OUT_OF_RANGE,
 *   BOX_INVALID, FIELD_NAME_INVALID, FIELD_NAME_TAKEN, CHANGES_FORBIDDEN
 */
export function addSignatureFields(base: Uint8Array, fields: readonly FieldPlacement[]): Uint8Array {
  return withPdf(base, (document) => {
    if (document.encryption !== null) throw new PdfError('PDF_ENCRYPTED')
    const { names, signatureFields } = readFields(document)
    for (const { name } of fields) assertChangesAllowed(document, signatureFields, name)
    const isSigned = signatureFields.some(({ value }) => value !== null)
    if (isSigned && fields.some(({ kind }) => kind === 'button')) {
      throw new PadesError('CHANGES_FORBIDDEN', { reason: 'BUTTON_IN_SIGNED_FILE' })
    }
    const update = new PdfUpdate(document)
    const created = fields.map((placement) => ({ placement }))
    createSignatureFields(update, created, names)
    return update.write().tail
  })
}
