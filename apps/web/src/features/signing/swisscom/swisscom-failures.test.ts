import { ApiError, NetworkError } from '@rubrica/contract'
import { ERROR_STATUS, type ErrorCode } from '@rubrica/domain'
import { expect, it } from 'vitest'
import { endsHere, isToldBeside } from './swisscom-failures.ts'

const problem = (Code: ErrorCode) => new ApiError(ERROR_STATUS[Code], { Code, Message: Code })

it('ends with a document that is over, is not there, or has changes to be confirmed', () => {
  for (const code of ['DOCUMENT_NO_LONGER_AVAILABLE', 'DOCUMENT_NOT_FOUND', 'DOCUMENT_SUSPICIOUS'] as const) {
    expect(endsHere(problem(code)), code).toBe(true)
  }
})

it('goes on in the dialog with what Swisscom said, though its status is that of a document that is over', () => {
  for (const code of ['CONSENT_PENDING', 'CONSENT_REFUSED', 'DOCUMENT_MOVED_ON', 'DOCUMENT_BUSY'] as const) {
    expect([endsHere(problem(code)), isToldBeside(problem(code))], code).toEqual([false, false])
  }
  expect([endsHere(new NetworkError()), isToldBeside(new NetworkError())]).toEqual([false, false])
})

it('tells what the dialog was not made for in a toast too, but not the end of the session', () => {
  const unknown = new ApiError(418, { Code: 'TEAPOT', Message: 'I am a teapot' })
  expect([endsHere(unknown), isToldBeside(unknown)]).toEqual([false, true])
  expect(isToldBeside(new ApiError(401, { Code: 'SESSION_EXPIRED', Message: '' }))).toBe(false)
  expect(isToldBeside(problem('PROVIDER_UNREACHABLE'))).toBe(false)
})
