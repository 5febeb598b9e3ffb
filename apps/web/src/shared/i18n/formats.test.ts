import { expect, test } from 'vitest'
import { formatSignerTime, instantOf } from './formats.ts'

test('a time without zone is UTC', () => {
  expect(instantOf('2026-11-20T10:20:30')?.toISOString()).toBe('2026-11-20T10:20:30.000Z')
  expect(instantOf('2026-11-20T10:20:30+02:00')?.toISOString()).toBe('2026-11-20T08:20:30.000Z')
})

test('a signer’s time reads MM/DD/YYYY hh:mm:ss AM/PM in the zone of the person', () => {
  expect(formatSignerTime('2026-01-05T14:03:09Z', 'UTC')).toBe('01/05/2026 02:03:09 PM')
  expect(formatSignerTime('2026-01-05T23:30:00Z', 'Europe/Madrid')).toBe('01/06/2026 12:30:00 AM')
})

test('no time is no text', () => {
  expect(formatSignerTime('')).toBe('')
  expect(formatSignerTime('soon')).toBe('')
})
