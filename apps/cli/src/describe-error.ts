import { CodedError, PkiError } from '@rubrica/pki'
import { RenderError } from '@rubrica/rendering'
import { describeMissing } from './archive/describe-missing.ts'

/** One sentence for each code of the PDF packages. */
const SENTENCES: Readonly<Record<string, string>> = {
  BASE_CHANGED: 'The document changed while it was being signed.',
  BOX_INVALID: 'The box does not lie on the page.',
  CERTIFICATE_MISMATCH: 'The key does not belong to the certificate.',
  CERTIFICATION_NOT_FIRST: 'Only the first signature of a document can certify it, and this one is signed already.',
  CHANGES_FORBIDDEN: 'A certification or another signature of this document forbids that change.',
  FIELD_ALREADY_SIGNED: 'That signature field is signed already.',
  FIELD_NAME_INVALID: 'A signature field cannot have that name.',
  FIELD_NAME_TAKEN: 'The document has a field of that name already.',
  FIELD_NOT_FOUND: 'The document has no signature field of that name.',
  IMAGE_INVALID: 'The image is not a readable PNG or JPEG.',
  NOT_A_PDF: 'This is not a PDF file.',
  P12_DAMAGED: 'The key file is damaged or is not a PKCS#12 file.',
  P12_NO_KEY: 'The key file has no private key with its certificate.',
  P12_TOO_COMPLEX: 'The key file asks for more work than is allowed.',
  P12_UNSUPPORTED: 'The key file uses an algorithm that is not supported.',
  P12_WRONG_PASSWORD: 'The PIN of the key file is wrong.',
  PAGE_OUT_OF_RANGE: 'The document does not have that page.',
  PDF_DAMAGED: 'The PDF file is damaged.',
  PDF_ENCRYPTED: 'The document is encrypted and cannot be signed as it is.',
  PDF_PASSWORD_NEEDED: 'The document needs a password.',
  PDF_TOO_COMPLEX: 'The document takes too much time or memory to read.',
  PDF_TOO_MANY_PAGES: 'The document has too many pages.',
  PKCS11_FAILED: 'The token or its module refused.',
  PKCS11_PIN_LOCKED: 'The PIN of the token is locked.',
  PKCS11_TOKEN_NOT_FOUND: 'The module has no such token; --token chooses one by its label or serial number.',
  PKCS11_UNAVAILABLE: 'The PKCS#11 module cannot be loaded, or the optional package pkcs11js is not installed.',
  PKCS11_WRONG_PIN: 'The PIN of the token is wrong.',
  PREPARED_INVALID: 'The prepared signature is damaged.',
  REQUEST_FAILED: 'A server on the network gives no usable answer.',
  REQUEST_REFUSED: 'An address on the network is not one that may be asked.',
  SIGNATURE_INVALID: 'The signature does not fit the document.',
  SIGNATURE_TOO_LARGE: 'The signature is larger than the room kept for it.',
  TIMESTAMP_INVALID: 'The answer of the timestamp authority is not valid.',
  TIMESTAMP_REFUSED: 'The timestamp authority refused the request.',
  TIMESTAMP_UNREACHABLE: 'The timestamp authority does not answer.',
  RENDER_BUSY: 'Too many pages are waiting to be rendered.',
  RENDER_CLOSED: 'Rendering was stopped.',
  RENDER_CRASHED: 'The document made the renderer fail.',
  RENDER_DAMAGED: 'The PDF file is damaged.',
  RENDER_PAGE_OUT_OF_RANGE: 'The document does not have that page.',
  RENDER_PASSWORD: 'The document needs a password; give it with --password.',
  RENDER_TIMEOUT: 'The page took too long to render.',
  RENDER_TOO_LARGE: 'The page takes too much memory to render.',
  ENOENT: 'There is no such file or folder.',
  EACCES: 'The file or folder may not be used.',
  EISDIR: 'This is a folder, not a file.',
  ENOSPC: 'The disk is full.',
  OBJECT_STORE_AWAY: 'The object store does not answer; try again.',
  OBJECT_STORE_FULL: 'The object store is full.',
}

/** Of those whose fault says more. */
const SENTENCES_OF_FAULTS: Readonly<Record<string, string>> = {
  'SIGNATURE_INVALID NONE': 'The document bears no signature.',
  'TIMESTAMP_INVALID TIME': 'The clock of the timestamp authority, or of this machine, is more than an hour wrong.',
  'TIMESTAMP_INVALID UNTRUSTED': 'Nobody that is trusted vouches for the timestamp authority.',
}

/** Errors of the installation, whose message is one sentence for its operator. */
const FOR_OPERATORS = new Set([
  'ConfigError',
  'DatabaseError',
  'ServerKeyError',
  'BackupError',
  'ObjectStoreRefused',
  'OperatorError',
  'PortalError',
])

/** Code and sentence of any error; what nobody expected keeps its own message. */
export function describeError(error: unknown): { code: string; sentence: string } {
  if (error instanceof PkiError && error.code === 'EVIDENCE_MISSING') {
    return { code: error.code, sentence: describeMissing(error) }
  }
  const code = codeOf(error)
  const known = code === null ? undefined : (SENTENCES_OF_FAULTS[`${code} ${faultOf(error)}`] ?? SENTENCES[code])
  if (code !== null && known) return { code, sentence: detailOf(error) + known }
  const message = error instanceof Error ? error.message : String(error)
  if (code !== null && error instanceof Error && FOR_OPERATORS.has(error.name)) return { code, sentence: message }
  return { code: code ?? 'UNEXPECTED', sentence: `Unexpected error: ${message}` }
}

function codeOf(error: unknown): string | null {
  if (error instanceof CodedError || error instanceof RenderError) return error.code
  const code = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' ? code : null
}

const faultOf = (error: unknown): string => (error instanceof CodedError ? String(error.facts['fault']) : '')

/** The path of a file system error; the facts of others are for programs. */
function detailOf(error: unknown): string {
  const path = error instanceof Error && 'path' in error ? error.path : null
  return typeof path === 'string' ? `${path}: ` : ''
}
