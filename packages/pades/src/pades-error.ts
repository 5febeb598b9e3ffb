import { PDF_ERROR_CODES, PdfError, type PdfErrorCode } from '@rubrica/pdf'
import { CodedError, PKI_ERROR_CODES, PkiError, type PkiErrorCode } from '@rubrica/pki'

/** Why a signature cannot be prepared or resumed; files and certificates have reasons of their own. */
export const PADES_ERROR_CODES = [
  'BASE_CHANGED',
  'BOX_INVALID',
  'CERTIFICATION_NOT_FIRST',
  'CHANGES_FORBIDDEN',
  'FIELD_ALREADY_SIGNED',
  'FIELD_NAME_INVALID',
  'FIELD_NAME_TAKEN',
  'FIELD_NOT_FOUND',
  'IMAGE_INVALID',
  'PREPARED_INVALID',
  'SIGNATURE_TOO_LARGE',
] as const

export type PadesErrorCode = (typeof PADES_ERROR_CODES)[number]

/** The only error that the public functions of this package throw on bad input. */
export class PadesError extends CodedError {
  override readonly name: string = 'PadesError'
  declare readonly code: PadesErrorCode

  constructor(code: PadesErrorCode, facts?: CodedError['facts']) {
    super(code, facts)
  }
}

/** An error of any of the three packages, rebuilt from the code and facts that another thread sent. */
export function reviveError(code: string, facts: CodedError['facts']): CodedError {
  if ((PKI_ERROR_CODES as readonly string[]).includes(code)) return new PkiError(code as PkiErrorCode, facts)
  if ((PDF_ERROR_CODES as readonly string[]).includes(code)) return new PdfError(code as PdfErrorCode, facts)
  return new PadesError(code as PadesErrorCode, facts)
}
