import { afterAll, expect, test } from 'vitest'
import { describeMoment } from './describe-moment.ts'

const before = process.env.TZ
afterAll(() => {
  if (before === undefined) delete process.env.TZ
  else process.env.TZ = before
})

test.each([
  ['Europe/Madrid', '2026-01-31 00:30:05 +01:00'],
  ['America/St_Johns', '2026-01-30 20:00:05 -03:30'],
  ['Asia/Kathmandu', '2026-01-31 05:15:05 +05:45'],
  ['UTC', '2026-01-30 23:30:05 +00:00'],
])('a moment is told in the zone of the machine: %s', (zone, words) => {
  process.env.TZ = zone
  expect(describeMoment(new Date('2026-01-30T23:30:05.900Z'))).toBe(words)
})
