import { expect, test } from 'vitest'
import { dayAfter, dayInZone, isTimeZone, startOfDay } from './day-in-zone.ts'

test.each([
  ['2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z'],
  ['2026-11-21', 'Europe/Madrid', '2026-11-20T23:00:00.000Z'],
  ['2026-07-01', 'Europe/Madrid', '2026-06-30T22:00:00.000Z'],
  ['2026-11-21', 'America/New_York', '2026-11-21T05:00:00.000Z'],
  ['2026-11-21', 'Asia/Kolkata', '2026-11-20T18:30:00.000Z'],
  // The days on which clocks are changed, in the small hours.
  ['2026-03-29', 'Europe/Madrid', '2026-03-28T23:00:00.000Z'],
  ['2026-10-25', 'Europe/Madrid', '2026-10-24T22:00:00.000Z'],
  ['2026-04-05', 'Pacific/Auckland', '2026-04-04T11:00:00.000Z'],
  ['2026-09-27', 'Pacific/Auckland', '2026-09-26T12:00:00.000Z'],
  // At midnight: forward to one o'clock, and back to the day before.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z'],
])('%s begins in %s at %s', (day, zone, instant) => {
  expect(startOfDay(day, zone).toISOString()).toBe(instant)
})

test.each([
  ['2026-02-28', '2026-03-01'],
  ['2028-02-28', '2028-02-29'],
  ['2026-12-31', '2027-01-01'],
])('after %s comes %s', (day, next) => {
  expect(dayAfter(day)).toBe(next)
})

test('what is no time zone is told', () => {
  expect(['UTC', 'Europe/Madrid', '', 'Mars/Olympus', '../etc'].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test.each([
  ['2026-03-28T23:00:00Z', 'Europe/Madrid', '2026-03-29'],
  ['2026-03-29T21:59:59Z', 'Europe/Madrid', '2026-03-29'],
  ['2026-03-29T22:00:00Z', 'Europe/Madrid', '2026-03-30'],
  ['2026-10-25T22:59:59Z', 'Europe/Madrid', '2026-10-25'],
  ['2026-11-30T00:00:00Z', 'America/Los_Angeles', '2026-11-29'],
  ['2026-11-29T23:59:59Z', 'UTC', '2026-11-29'],
])('%s is, in %s, on %s', (instant, zone, day) => {
  expect(dayInZone(new Date(instant), zone)).toBe(day)
})
