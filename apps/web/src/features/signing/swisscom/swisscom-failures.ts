import { ApiError } from '@rubrica/contract'
import { isOfTheChanges } from '../run/failure-scope.ts'

/** What Swisscom itself said, and what an earlier confirmation is worth: read in the dialog, with the way on. */
const OF_THE_CONSENT = /^(?:CONSENT_|TRANSACTION_|DOCUMENT_MOVED_ON$|DOCUMENT_BUSY$)/

/** Whether the document cannot be signed any more, or only after its changes are confirmed. */
export function endsHere(error: unknown): boolean {
  if (isOfTheChanges(error)) return true
  if (!(error instanceof ApiError) || OF_THE_CONSENT.test(error.code)) return false
  return error.status === 409 || error.code === 'DOCUMENT_NOT_FOUND'
}
