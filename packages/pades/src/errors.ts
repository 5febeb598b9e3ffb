/**
 * What can go wrong with a PDF, a signature, a certificate or a timestamp, as codes.
 *
 * Difficulty: low. Words for people are chosen where the error is shown; here are only codes and facts.
 */

/** Every reason for which this package refuses something. */
export const PDF_ERROR_CODES = [
  'BASE_CHANGED',
  'BOX_INVALID',
  'CERTIFICATE_MISMATCH',
  'CERTIFICATION_NOT_FIRST',
  'CHANGES_FORBIDDEN',
  'EVIDENCE_MISSING',
  'FIELD_ALREADY_SIGNED',
  'FIELD_NAME_INVALID',
  'FIELD_NAME_TAKEN',
  'FIELD_NOT_FOUND',
  'IMAGE_INVALID',
  'NOT_A_PDF',
  'P12_DAMAGED',
  'P12_NO_KEY',
  'P12_TOO_COMPLEX',
  'P12_TOO_SLOW',
  'P12_UNSUPPORTED',
  'P12_WRONG_PASSWORD',
  'PAGE_OUT_OF_RANGE',
  'PDF_DAMAGED',
  'PDF_ENCRYPTED',
  'PDF_PASSWORD_NEEDED',
  'PDF_TOO_COMPLEX',
  'PDF_TOO_MANY_PAGES',
  'PKCS11_FAILED',
  'PKCS11_PIN_LOCKED',
  'PKCS11_TOKEN_NOT_FOUND',
  'PKCS11_UNAVAILABLE',
  'PKCS11_WRONG_PIN',
  'PREPARED_INVALID',
  'REQUEST_FAILED',
  'REQUEST_REFUSED',
  'SIGNATURE_INVALID',
  'SIGNATURE_TOO_LARGE',
  'TIMESTAMP_INVALID',
  'TIMESTAMP_REFUSED',
  'TIMESTAMP_UNREACHABLE',
] as const

export type PdfErrorCode = (typeof PDF_ERROR_CODES)[number]

/** The only error that the public functions of this package throw on bad input. */
export class PdfError extends Error {
  override readonly name = 'PdfError'
  readonly code: PdfErrorCode
  readonly facts: Readonly<Record<string, unknown>>

  constructor(code: PdfErrorCode, facts: Readonly<Record<string, unknown>> = {}) {
    super(describe(code, facts))
    this.code = code
    this.facts = facts
  }
}

function describe(code: PdfErrorCode, facts: Readonly<Record<string, unknown>>): string {
  return Object.keys(facts).length === 0 ? code : `${code} ${JSON.stringify(facts)}`
}
