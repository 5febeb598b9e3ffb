import { expect, test } from 'vitest'
import { isWayBack } from './is-way-back.ts'

test.each([
  '/ivsign-auth?transactionid=1',
  '/account-return?state=1&code=2',
  '/documents?ivnosysInitSign=true&transactionid=1',
  '/documents?ivnosysPreSignAuth=true&transactionid=1',
])('%s is on the way back from a provider', (address) => {
  expect(isWayBack(address)).toBe(true)
})

test.each([
  undefined,
  '/documents',
  '/documents?transactionid=1',
  '/account-return?code=2',
  '/documents?ivnosysInitSign=false&transactionid=1',
  '/documents?ivnosysInitSign=true',
  '/documents/ivsign-auth?transactionid=1',
  '/certificates?ivnosysAuthorization=true',
  '//',
])('%s is not', (address) => {
  expect(isWayBack(address)).toBe(false)
})
