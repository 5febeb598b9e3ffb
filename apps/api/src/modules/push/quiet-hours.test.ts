import { expect, test } from 'vitest'
import type { QuietHours } from './ports.ts'
import { loudFrom, usualQuietHours } from './quiet-hours.ts'

const MADRID = 'Europe/Madrid'
const loud = (at: string, quiet: QuietHours = usualQuietHours(MADRID)) => loudFrom(new Date(at), quiet).toISOString()

test('by day on a working day nothing waits', () => {
  expect(loud('2026-11-24T12:34:56.789Z')).toBe('2026-11-24T12:34:56.789Z')
  expect(loud('2026-11-24T07:00:00Z')).toBe('2026-11-24T07:00:00.000Z')
  expect(loud('2026-11-24T18:59:59.999Z')).toBe('2026-11-24T18:59:59.999Z')
})

test('what comes at night waits for the morning of the person', () => {
  expect(loud('2026-11-24T19:00:00Z')).toBe('2026-11-25T07:00:00.000Z')
  expect(loud('2026-11-25T02:17:33.120Z')).toBe('2026-11-25T07:00:00.000Z')
  expect(loud('2026-11-25T06:59:59.999Z')).toBe('2026-11-25T07:00:00.000Z')
  expect(loud('2026-11-24T19:00:00Z', usualQuietHours('America/Lima'))).toBe('2026-11-24T19:00:00.000Z')
})

test('a weekend is over when its night is, on Monday morning', () => {
  expect(loud('2026-11-27T20:30:00Z')).toBe('2026-11-30T07:00:00.000Z')
  expect(loud('2026-11-28T12:00:00Z')).toBe('2026-11-30T07:00:00.000Z')
  const awake = { ...usualQuietHours(MADRID), night: null }
  expect(loud('2026-11-28T12:00:00Z', awake)).toBe('2026-11-29T23:00:00.000Z')
  const always = { ...usualQuietHours(MADRID), weekends: false }
  expect(loud('2026-11-28T12:00:00Z', always)).toBe('2026-11-28T12:00:00.000Z')
})

test('the morning comes when the clock on the wall says so, also after a change of clocks', () => {
  const quiet = { ...usualQuietHours(MADRID), weekends: false }
  // Forward on 29 March 2026, back on 25 October 2026, at one o’clock UTC.
  expect(loud('2026-03-28T20:00:00Z', quiet)).toBe('2026-03-29T06:00:00.000Z')
  expect(loud('2026-10-24T19:00:00Z', quiet)).toBe('2026-10-25T07:00:00.000Z')
})

test('an hour that a change of clocks leaves out ends a quiet time just after it', () => {
  const quiet = { timeZone: MADRID, night: { from: '23:00', until: '02:30' }, weekends: false }
  const from = loudFrom(new Date('2026-03-28T23:30:00Z'), quiet)
  expect(from.getTime()).toBeGreaterThanOrEqual(Date.parse('2026-03-29T01:00:00Z'))
  expect(from.getTime()).toBeLessThanOrEqual(Date.parse('2026-03-29T02:00:00Z'))
})

test('quiet hours by day, and none at all', () => {
  const siesta = { timeZone: MADRID, night: { from: '14:00', until: '17:00' }, weekends: false }
  expect(loud('2026-11-24T13:30:00Z', siesta)).toBe('2026-11-24T16:00:00.000Z')
  expect(loud('2026-11-24T22:30:00Z', siesta)).toBe('2026-11-24T22:30:00.000Z')
  const none = { ...siesta, night: { from: '08:00', until: '08:00' } }
  expect(loud('2026-11-24T07:00:00Z', none)).toBe('2026-11-24T07:00:00.000Z')
})

test.each(['Europe/Madrid', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia'])(
  'at any minute of two years in %s: loud afterwards, and quiet just before',
  (timeZone) => {
    const quiet = usualQuietHours(timeZone)
    for (let at = Date.parse('2026-01-01T00:00:00Z'); at < Date.parse('2028-01-01T00:00:00Z'); at += 40_000_033) {
      const from = loudFrom(new Date(at), quiet)
      expect(loudFrom(from, quiet)).toEqual(from)
      expect(from.getTime() - at).toBeLessThan(64 * 3_600_000)
      if (from.getTime() === at) continue
      expect(loudFrom(new Date(from.getTime() - 1), quiet)).toEqual(from)
    }
  },
)
