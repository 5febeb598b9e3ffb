import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayOf, deadlineInstant, deadlineOf, timeOf } from './deadline.ts'

const before = process.env.TZ
beforeAll(() => {
  process.env.TZ = 'Europe/Madrid'
})
afterAll(() => {
  if (before === undefined) delete process.env.TZ
  else process.env.TZ = before
})
const utc = (deadline: string) => deadlineInstant(deadline).toISOString()

test('a day lasts to its last second where the person is, in summer and in winter', () => {
  expect(utc('2026-07-01')).toBe('2026-07-01T21:59:59.000Z')
  expect(utc('2026-12-01')).toBe('2026-12-01T22:59:59.000Z')
})

test('the days on which the clocks change end by the clock that they end with', () => {
  expect(utc('2026-03-29')).toBe('2026-03-29T21:59:59.000Z')
  expect(utc('2026-10-25')).toBe('2026-10-25T22:59:59.000Z')
})

test('an hour that the change leaves out is one later, and of one that comes twice it is the first', () => {
  expect(utc('2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z')
  expect(utc('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z')
})

test('day and hour come apart again', () => {
  expect([dayOf('2026-03-29T02:30'), timeOf('2026-03-29T02:30')]).toEqual(['2026-03-29', '02:30'])
  expect([deadlineOf('2026-03-29', ''), deadlineOf('2026-03-29', '09:15')]).toEqual(['2026-03-29', '2026-03-29T09:15'])
  expect(timeOf('2026-03-29')).toBe('')
})
