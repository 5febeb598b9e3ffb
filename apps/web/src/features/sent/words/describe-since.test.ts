import { expect, test } from 'vitest'
import { describeSince } from './describe-since.ts'

/** A Monday. */
const NOW = '2026-11-23'

test.each([
  ['2026-11-23T09:00:00', 'today', ''],
  // The clock of the server may be ahead.
  ['2026-11-24T09:00:00', 'today', ''],
  ['2026-11-22T12:00:00', 'yesterday', ''],
  ['2026-11-21T12:00:00', 'weekday', 'Saturday'],
  ['2026-11-17T12:00:00', 'weekday', 'Tuesday'],
  ['2026-11-16T12:00:00', 'date', 'Nov 16, 2026'],
])('on a Monday, what is awaited since %s is so since %s %s', (time, form, day) => {
  expect(describeSince(time, 'en', NOW)).toEqual({ form, day })
})

test('days are called as the language calls them', () => {
  const day = (language: string) => describeSince('2026-11-17T12:00:00', language, NOW).day
  expect(['es', 'ca', 'de', 'fr'].map(day)).toEqual(['martes', 'dimarts', 'Dienstag', 'mardi'])
})
