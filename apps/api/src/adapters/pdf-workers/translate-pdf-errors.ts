import { CodedError } from '@rubrica/pki'
import { PortalError, type ErrorCode } from '@rubrica/domain'

/** Refusals that are reported by a code of their own; all others are PDF_REFUSED with a reason. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  PDF_ENCRYPTED: 'PDF_ENCRYPTED',
  PDF_PASSWORD_NEEDED: 'PDF_PASSWORD_NEEDED',
  PDF_TOO_COMPLEX: 'PDF_TOO_COMPLEX',
  BOX_INVALID: 'POSITION_INVALID',
  PAGE_OUT_OF_RANGE: 'POSITION_INVALID',
}

const REASONS: Readonly<Record<string, string>> = {
  PERMISSIONS: 'The owner of this encrypted file allows no changes to it.',
  SIGNED: 'The file is encrypted and signed; decrypting it would break its signatures.',
  NOT_A_PDF: 'This is not a PDF file.',
  PAGE_COUNT: 'The file counts its pages wrongly, so that not every program shows all of them.',
  PDF_DAMAGED: 'The PDF file is damaged.',
  PDF_TOO_MANY_PAGES: 'The document has too many pages.',
  BUTTON_IN_SIGNED_FILE:
    'The file is signed already; with several positions for one signer its signatures would break.',
  CHANGES_FORBIDDEN: 'The author certified this document and allows no further signatures, or none that can be seen.',
}

const SENTENCES: Readonly<Partial<Record<ErrorCode, string>>> = {
  PDF_ENCRYPTED: 'The file is encrypted.',
  PDF_PASSWORD_NEEDED: 'The file opens only with its password.',
  PDF_TOO_COMPLEX: 'The file takes more time or memory than a document may.',
  POSITION_INVALID: 'A signature does not fit where it was placed.',
}

/**
 * What is wrong with a file, in the words of the portal.
 * @throws {PortalError} PDF_REFUSED, PDF_ENCRYPTED, PDF_PASSWORD_NEEDED, PDF_TOO_COMPLEX, POSITION_INVALID; what else `work` throws
 */
export async function translatePdfErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    const code = CODES[error.code] ?? 'PDF_REFUSED'
    const reason = typeof error.facts['reason'] === 'string' ? error.facts['reason'] : error.code
    throw new PortalError(code, REASONS[reason] ?? SENTENCES[code] ?? 'This file cannot be taken in.', {
      cause: error,
      facts: { Reason: reason, Facts: error.facts },
    })
  }
}
