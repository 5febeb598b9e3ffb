import { ApiError, NetworkError } from '@rubrica/contract'
import { ERROR_STATUS, type ErrorCode } from '@rubrica/domain'
import { describe, expect, it } from 'vitest'
import { isShownWithStatus } from './shown-with-status.ts'

/** What the server answers with each of its own codes. */
const ANSWERS = Object.entries(ERROR_STATUS).map(([Code, status]) => new ApiError(status, { Code, Message: Code }))

/** What section 8 has other words or another place for. */
const ELSEWHERE: readonly ErrorCode[] = [
  // The end of the session, and the log-in.
  'INVALID_CREDENTIALS',
  'INVALID_CLIENT',
  'SESSION_EXPIRED',
  'LOGIN_USER_UNKNOWN',
  // Conflicts: the list is loaded anew, Swisscom says it in its dialog, the default theme is used, a repetition waits.
  'SEVERAL_APPEARANCES',
  'IDEMPOTENCY_KEY_IN_USE',
  'DOCUMENT_NO_LONGER_AVAILABLE',
  'CONSENT_PENDING',
  'CONSENT_REFUSED',
  'CONSENT_TIMED_OUT',
  'CONSENT_MISMATCH',
  'DOCUMENT_MOVED_ON',
  // A toast says it, without a number.
  'DOCUMENT_NOT_OVER',
  // The screen of an invitation says what became of it.
  'INVITATION_OVER',
  // The screen of a signing link, too; only a program asks for one.
  'SIGNING_LINK_OVER',
  'SIGNER_NOT_AWAITED',
  // Programs alone have webhooks.
  'WEBHOOK_NOT_ON',
  // The screens of templates and of bulk sends say them.
  'TEMPLATE_ARCHIVED',
  'TEMPLATE_IN_USE',
  'TEMPLATE_TOO_LARGE',
  'BULK_SEND_STATE',
  'BULK_SEND_HAS_FAULTS',
  // Another page has authorised or ended a signing run: it is shown as it is.
  'RUN_NOT_WAITING',
  'RUN_OVER',
  // The dialogs of contacts say it, that of a guest's account, and the profile.
  'CONTACT_EXISTS',
  'ACCOUNT_EXISTS',
  'EMAIL_FIXED',
  'FACTOR_DEMANDED',
  'FACTOR_SETUP_OVER',
  'FACTOR_MISSING',
  'PASSKEY_EXISTS',
  'DEPUTY_AWAY',
  'SUBSTITUTION_OVER',
  'PASSING_NOT_ALLOWED',
  'PASSING_NOT_ASKED',
  'PASSKEYS_UNAVAILABLE',
  // A change after sending says them in its dialog.
  'SIGNER_BUSY',
  'SIGNER_HAS_ACTED',
  'SIGNER_HAS_OPENED',
  'STAGE_BEGUN',
  'SOMEBODY_HAS_SIGNED',
  'REMINDED_RECENTLY',
  'DEADLINE_NOT_LATER',
  'ARCHIVE_TOO_LARGE',
  'BULK_ACT_UNDER_WAY',
  'TOO_MANY_FILTERS',
  // "Incorrect PIN", "OTP failed", "Invalid login credentials", "Certificate password error".
  'WRONG_PIN',
  'PIN_REQUIRED',
  'WRONG_CODE',
  'WRONG_CODE_OR_PIN',
  'CODE_EXPIRED',
  'CODE_REQUIRED',
  'PROVIDER_LOGIN_INVALID',
  'P12_WRONG_PASSWORD',
]

describe('of the server’s own errors', () => {
  it.each(ANSWERS)('$code ($status) is told with its status unless section 8 has another place for it', (answer) => {
    expect(isShownWithStatus(answer)).toBe(!(ELSEWHERE as readonly string[]).includes(answer.code))
  })

  it('those of every status but 401 and 409 are told, such as 403, 404, 422, 423, 429 and 503', () => {
    const told = new Set(ANSWERS.filter((answer) => isShownWithStatus(answer)).map(({ status }) => status))
    expect([...told]).toEqual(expect.arrayContaining([400, 403, 404, 413, 422, 423, 429, 502, 503, 504]))
    expect([...told]).not.toContain(401)
    expect([...told]).not.toContain(409)
  })
})

it('what the server says without a code of its own is told too, and what is no answer has no status', () => {
  expect(isShownWithStatus(new ApiError(500, { Message: 'The disk is full' }))).toBe(true)
  expect(isShownWithStatus(new ApiError(418, { Code: 'TEAPOT', Message: '' }))).toBe(true)
  expect(isShownWithStatus(new NetworkError('gone'))).toBe(false)
  expect(isShownWithStatus(new TypeError('no function'))).toBe(false)
})

it('the words of section 8 for a provider’s log-in and challenge are not told a second time', () => {
  const said = (Message: string) => new ApiError(502, { Code: 'PROVIDER_FAILED', Message })
  expect(isShownWithStatus(said('Token not found'))).toBe(false)
  expect(isShownWithStatus(said('Error connecting to Uanataca'))).toBe(false)
  expect(isShownWithStatus(new ApiError(400, { Code: 'WRONG_ANSWER', Message: 'integrationUnauthorized' }))).toBe(false)
  expect(isShownWithStatus(said('Error connecting to RedTrust'))).toBe(true)
})
