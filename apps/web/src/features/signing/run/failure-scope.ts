import { ApiError } from '@rubrica/contract'
import { isOfTheCode, isOfThePin } from '../../../shared/accounts/provider-errors.ts'
import { isSessionExpiry } from '../../../shared/api/is-session-expiry.ts'
import { isNoLongerAvailable } from '../../../shared/api/pending-documents.ts'
import { isUnanswered } from './sign-attempt.ts'

/** Errors that speak of one document and say nothing of the next one; none of them comes after a PIN was refused. */
const OF_THE_DOCUMENT: readonly string[] = [
  'DOCUMENT_NOT_FOUND',
  'DOCUMENT_NO_LONGER_AVAILABLE',
  'DOCUMENT_BUSY',
  'DOCUMENT_IN_RUN',
  'READ_ALL_PENDING',
  'PDF_REFUSED',
  // Nobody has confirmed that it is signed in spite of its changes.
  'DOCUMENT_SUSPICIOUS',
  'DISCLAIMER_NOT_ACCEPTED',
  'DOCUMENT_DAMAGED',
  'PDF_TOO_COMPLEX',
  // It has changed since the person authorised it; prepared anew, it can be signed.
  'DIGEST_NOT_AUTHORISED',
  // Each was made for one document; no PIN is tried again with the next one.
  'LOCAL_SIGNATURE_INVALID',
  'LOCAL_SIGNATURE_EXPIRED',
]

/**
 * What an error while signing is about: this document alone, what was typed, everything that would follow, or that
 * nobody knows.
 */
export type FailureScope = 'document' | 'answer' | 'batch' | 'unanswered'

function demandsAnotherCertificate(error: ApiError): boolean {
  const { Reasons } = error.details
  return Array.isArray(Reasons) && Reasons.includes('OTHER_CERTIFICATE_DEMANDED')
}

/**
 * Whether a batch may go on after an error. What is known to be the document's own lets it; a PIN or a code that is
 * wrong has it wait for another one; everything else, an error of tomorrow too, may be of the certificate, the session
 * or the provider, and ends it.
 */
export function failureScope(error: unknown): FailureScope {
  if (isUnanswered(error)) return 'unanswered'
  if (!(error instanceof ApiError)) return 'batch'
  if (isAskedAgain(error)) return 'answer'
  const ofDocument = error.status === 409 || OF_THE_DOCUMENT.includes(error.code) || demandsAnotherCertificate(error)
  return ofDocument ? 'document' : 'batch'
}

/** Whether an error says that the document is over, or not there, for this person. */
export function isOver(error: unknown): boolean {
  return isNoLongerAvailable(error) || (error instanceof ApiError && error.code === 'DOCUMENT_NOT_FOUND')
}

/** Whether it makes sense to select the document of this error again, for another batch. */
export function isWorthSelecting(error: unknown): boolean {
  return !isOver(error) && !(error instanceof ApiError && error.code === 'READ_ALL_PENDING')
}

/** Whether something else can be typed into the same dialog. */
export function isAskedAgain(error: unknown): boolean {
  return isOfTheCode(error) || isOfThePin(error)
}

/** What was authorised is worth nothing any more: the way to the signature begins anew. */
export function mustBeginAgain(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.code === 'SIGNING_SESSION_EXPIRED' || error.code === 'DIGEST_NOT_AUTHORISED')
  )
}

/** Whether the document is signed only after a confirmation, because of what was changed in it. */
export function isOfTheChanges(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'DOCUMENT_SUSPICIOUS'
}

/** Whether an error leaves nothing to be done in the steps of a way's own: it is said as after any signature. */
export function endsTheWay(error: unknown): boolean {
  return isOver(error) || isOfTheChanges(error) || isSessionExpiry(error)
}

/** Errors that are put right on the screen of certificates. */
const OF_THE_CERTIFICATES: readonly string[] = [
  'PROVIDER_NOT_AUTHORISED',
  'PROVIDER_LOGIN_INVALID',
  'PHONE_MISSING',
  'CERTIFICATE_NOT_FOUND',
]

/** Whether the screen of certificates is where the person can do something about an error. */
export function isOfTheCertificates(error: unknown): boolean {
  return error instanceof ApiError && OF_THE_CERTIFICATES.includes(error.code)
}

export function isPinLocked(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'PIN_LOCKED'
}
