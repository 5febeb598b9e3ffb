import { ApiError, NetworkError } from '@rubrica/contract'
import { ERROR_STATUS, type ErrorCode } from '@rubrica/domain'
import { expect, it } from 'vitest'
import { endsHere } from './swisscom-failures.ts'

const problem = (Code: ErrorCode) => new ApiError(ERROR_STATUS[Code], { Code, Message: Code })

it('ends with a document that is over, is not there, or has changes to be confirmed', () => {
  for (const code of ['DOCUMENT_NO_LONGER_AVAILABLE', 'DOCUMENT_NOT_FOUND', 'DOCUMENT_SUSPICIOUS'] as const) {
    expect(endsHere(problem(code)), code).toBe(true)
  }
})

it('goes on in the dialog with what Swisscom said, though its status is that of a document that is over', () => {
  for (const code of ['CONSENT_PENDING', 'CONSENT_REFUSED', 'DOCUMENT_MOVED_ON'] as const) {
    expect(endsHere(problem(code)), code).toBe(false)
  }
  expect(endsHere(new NetworkError())).toBe(false)
})
