import { expect, test } from 'vitest'
import { readDeadline } from './read-deadline.ts'

test.each([
  ['a day, until its end', '2027-01-31', '2027-01-31T22:59:59.000Z'],
  ['a day on which the clocks go on', '2027-03-28', '2027-03-28T21:59:59.000Z'],
  ['a day on which they go back', '2027-10-31', '2027-10-31T22:59:59.000Z'],
  ['a time', '2027-07-01 09:30', '2027-07-01T07:30:00.000Z'],
  ['a time that the clocks skip', '2027-03-28T02:30', '2027-03-28T01:30:00.000Z'],
  ['an instant with an offset of its own', '2027-07-01T09:30:00-05:00', '2027-07-01T14:30:00.000Z'],
])('%s', (_what, text, instant) => {
  expect(readDeadline(text, 'Europe/Madrid')?.toISOString()).toBe(instant)
})

test.each([
  '',
  '31/12/2027',
  '2027-02-29',
  '2027-13-01',
  '2027-1-1',
  '20270101',
  '2027-01-01T24:00',
  'tomorrow',
  '46022',
])('“%s” is no date', (text) => {
  expect(readDeadline(text, 'Europe/Madrid')).toBeUndefined()
})
