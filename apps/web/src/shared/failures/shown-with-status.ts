import { ApiError } from '@rubrica/contract'
import { isAnswerRefused, isLoginRefused, isOfTheCode, isOfThePin } from '../accounts/provider-errors.ts'
import { isSessionExpiry } from '../api/is-session-expiry.ts'

/** Statuses of which section 8 says something else: a conflict means that what was shown is over. */
const CONFLICT = 409

/** Errors about what was typed, for which section 8 has a sentence of its own beside the field. */
function isOfWhatWasTyped(error: ApiError): boolean {
  const isOfAFile = error.code === 'P12_WRONG_PASSWORD'
  return isOfAFile || isOfThePin(error) || isOfTheCode(error) || isLoginRefused(error) || isAnswerRefused(error)
}

/**
 * Whether an error is one of the "other statuses" of section 8, shown in a toast with its status: every refusal that is
 * not the end of the session, a conflict, or about what was typed. What a 404 of a list or a 403 of attachments means
 * is decided where they are asked for.
 */
export function isShownWithStatus(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || isSessionExpiry(error)) return false
  return error.status !== CONFLICT && !isOfWhatWasTyped(error)
}
