import { CodedError } from './coded-error.ts'

/** Why a certificate, a CMS, a timestamp, a key or a request is rejected. */
export const PKI_ERROR_CODES = [
  'CERTIFICATE_MISMATCH',
  'EVIDENCE_MISSING',
  'P12_DAMAGED',
  'P12_NO_KEY',
  'P12_TOO_COMPLEX',
  'P12_TOO_SLOW',
  'P12_UNSUPPORTED',
  'P12_WRONG_PASSWORD',
  'PKCS11_FAILED',
  'PKCS11_PIN_LOCKED',
  'PKCS11_TOKEN_NOT_FOUND',
  'PKCS11_UNAVAILABLE',
  'PKCS11_WRONG_PIN',
  'REQUEST_FAILED',
  'REQUEST_REFUSED',
  'SIGNATURE_INVALID',
  'TIMESTAMP_INVALID',
  'TIMESTAMP_REFUSED',
  'TIMESTAMP_UNREACHABLE',
] as const

export type PkiErrorCode = (typeof PKI_ERROR_CODES)[number]

/** The only error that the public functions of this package throw on bad input. */
export class PkiError extends CodedError {
  override readonly name: string = 'PkiError'
  declare readonly code: PkiErrorCode

  constructor(code: PkiErrorCode, facts?: CodedError['facts']) {
    super(code, facts)
  }
}
