import { expect, test } from 'vitest'
import { passwordState } from './new-password.ts'

test.each([
  ['', '', 'none'],
  ['abc', '', 'not-secure'],
  ['', 'Abcdef1@', 'not-secure'],
  ['abc', 'abc', 'not-secure'],
  ['Abcdef1@', '', 'not-repeated'],
  ['Abcdef1@', 'Abcdef1#', 'not-repeated'],
  ['Abcdef1@', 'Abcdef1@', 'ready'],
])('%j repeated as %j is %s', (password, repeated, state) => {
  expect(passwordState({ password, repeated })).toBe(state)
})
