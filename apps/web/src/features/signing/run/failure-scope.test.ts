import { ApiError, NetworkError } from '@rubrica/contract'
import { ERROR_STATUS, type ErrorCode } from '@rubrica/domain'
import { expect, it } from 'vitest'
import { endsTheWay, isOver } from './failure-scope.ts'

const problem = (Code: ErrorCode) => new ApiError(ERROR_STATUS[Code], { Code, Message: Code })

it.each(['DOCUMENT_NO_LONGER_AVAILABLE', 'DOCUMENT_NOT_FOUND'] as const)(
  'a document is over once it was signed elsewhere, or is not there (%s)',
  (code) => {
    expect(isOver(problem(code))).toBe(true)
    expect(endsTheWay(problem(code))).toBe(true)
  },
)

it.each(['CONSENT_PENDING', 'CONSENT_REFUSED', 'CONSENT_TIMED_OUT', 'CONSENT_MISMATCH', 'DOCUMENT_MOVED_ON'] as const)(
  'a document still waits when only what was confirmed for it is void, though the status is that of one that is over (%s)',
  (code) => {
    expect(isOver(problem(code))).toBe(false)
    expect(endsTheWay(problem(code))).toBe(false)
  },
)

it('a way ends with changes to be confirmed and with the session, and not with what passes', () => {
  expect(endsTheWay(problem('DOCUMENT_SUSPICIOUS'))).toBe(true)
  expect(endsTheWay(problem('SESSION_EXPIRED'))).toBe(true)
  for (const error of [problem('DOCUMENT_BUSY'), problem('WRONG_PIN'), new NetworkError()]) {
    expect(endsTheWay(error), error.message).toBe(false)
  }
})
