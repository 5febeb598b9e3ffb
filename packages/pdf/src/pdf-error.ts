import { CodedError } from '@rubrica/pki'

/** Why a file cannot be read or written. */
export const PDF_ERROR_CODES = [
  'NOT_A_PDF',
  'PAGE_OUT_OF_RANGE',
  'PDF_DAMAGED',
  'PDF_ENCRYPTED',
  'PDF_PASSWORD_NEEDED',
  'PDF_TOO_COMPLEX',
  'PDF_TOO_MANY_PAGES',
] as const

export type PdfErrorCode = (typeof PDF_ERROR_CODES)[number]

/** The only error that the public functions of this package throw on bad input. */
export class PdfError extends CodedError {
  override readonly name: string = 'PdfError'
  declare readonly code: PdfErrorCode

  constructor(code: PdfErrorCode, facts?: CodedError['facts']) {
    super(code, facts)
  }
}
