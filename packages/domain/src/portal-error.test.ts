import { expect, test } from 'vitest'
import { ERROR_STATUS, PortalError, type ErrorCode } from './portal-error.ts'

const CODES = Object.keys(ERROR_STATUS) as ErrorCode[]

test.each(CODES)('%s is written in capitals and has a status that says who can help: 4xx, or 502 to 504', (code) => {
  expect(code).toMatch(/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/)
  const status = ERROR_STATUS[code]
  expect([502, 503, 504].includes(status) || (status >= 400 && status <= 499)).toBe(true)
})

test('the statuses that the portal acts upon are those of the specification', () => {
  expect(ERROR_STATUS).toMatchObject({
    INVALID_CREDENTIALS: 401,
    SESSION_EXPIRED: 401,
    NO_PENDING_DOCUMENTS: 404,
    NO_CERTIFICATES: 404,
    SEVERAL_APPEARANCES: 409,
    DOCUMENT_NO_LONGER_AVAILABLE: 409,
    READ_ALL_PENDING: 422,
    WRONG_PIN: 422,
    PIN_LOCKED: 423,
  })
})

test('an error carries its code, its status and its facts', () => {
  const cause = new Error('inner')
  const error = new PortalError('WRONG_PIN', 'The PIN is wrong', { facts: { TriesLeft: 4 }, cause })
  expect(error).toMatchObject({ name: 'PortalError', code: 'WRONG_PIN', status: 422, facts: { TriesLeft: 4 }, cause })
  expect(new PortalError('NOT_FOUND', 'Nothing here').facts).toEqual({})
})
