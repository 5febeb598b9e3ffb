import { expect, test } from 'vitest'
import { mailedAt, USUAL_CHOICES, type MailFrequency } from './mail-choices.ts'

/** A Thursday, 09:30 in Madrid. */
const NOW = new Date('2026-10-22T07:30:00Z')

const told = (waiting: MailFrequency, deadline?: string, at = NOW) =>
  mailedAt({ frequencies: { ...USUAL_CHOICES.frequencies, waiting }, timeZone: 'Europe/Madrid' }, 'waiting', {
    at,
    ...(deadline !== undefined && { deadline: new Date(deadline) }),
  })?.toISOString()

test.each([
  ['at-once', '2026-10-22T07:30:00.000Z'],
  ['hourly', '2026-10-22T08:00:00.000Z'],
  ['daily', '2026-10-23T06:00:00.000Z'],
  // The clocks are put back before that Monday.
  ['weekly', '2026-10-26T07:00:00.000Z'],
  ['never', undefined],
] as const)('who wants mails %s is told at %s', (frequency, at) => {
  expect(told(frequency)).toBe(at)
})

test('a morning that has not come yet is today\u2019s, and one that is there is over', () => {
  expect(told('daily', undefined, new Date('2026-10-22T05:59:00Z'))).toBe('2026-10-22T06:00:00.000Z')
  expect(told('daily', undefined, new Date('2026-10-22T06:00:00Z'))).toBe('2026-10-23T06:00:00.000Z')
})

test('what ends is told two days before at the latest, but to nobody who wants no mails', () => {
  expect(told('weekly', '2026-10-24T07:29:00Z')).toBe(NOW.toISOString())
  expect(told('weekly', '2026-10-24T07:31:00Z')).toBe('2026-10-22T07:31:00.000Z')
  expect(told('weekly', '2026-10-28T06:59:00Z')).toBe('2026-10-26T06:59:00.000Z')
  expect(told('weekly', '2026-10-28T07:01:00Z')).toBe('2026-10-26T07:00:00.000Z')
  expect(told('never', '2026-10-22T08:00:00Z')).toBeUndefined()
})

test('other classes are told as is usual', () => {
  expect(mailedAt(USUAL_CHOICES, 'sent', { at: NOW })).toEqual(NOW)
})
