import { expect, test } from 'vitest'
import { isBadAddress, mailStatusIn } from './mail-status.ts'

test.each([
  [550, '5.1.1', true],
  [550, '5.2.1', true],
  [554, '5.7.1', false],
  [550, '5.7.1', false],
  [452, '4.2.2', false],
  [550, null, true],
  [551, null, true],
  [553, null, true],
  [554, null, false],
  [421, null, false],
  [null, '5.1.10', true],
  [null, null, false],
])('an answer %s %s says of the address that it is bad: %s', (code, status, isBad) => {
  expect(isBadAddress(code, status)).toBe(isBad)
})

test('the status is read where servers put it, and is no address of the network and no version', () => {
  expect(mailStatusIn('550 5.1.1 <ana@people.test>: Recipient address rejected')).toBe('5.1.1')
  expect(mailStatusIn('250 2.0.0 Ok: queued as 4F2')).toBe('2.0.0')
  expect(mailStatusIn('550-5.1.1 The account does not exist')).toBe('5.1.1')
  expect(mailStatusIn('554 blocked: 10.2.3.4')).toBeNull()
  expect(mailStatusIn('550 4.3.2.1 is on a list')).toBeNull()
  expect(mailStatusIn('550 no such user')).toBeNull()
})
