import { expect, test } from 'vitest'
import { USUAL_REMINDERS } from '@rubrica/domain'
import { decideReminder, nextReminder } from './next-reminder.ts'
import type { AskedStanding } from './ports.ts'

/** A Tuesday. */
const TOLD = new Date('2026-11-03T09:30:00Z')
const on = (day: string) => new Date(`2026-${day}T09:30:00Z`)
const standing = (more: Partial<AskedStanding> = {}): AskedStanding => ({
  policy: USUAL_REMINDERS,
  firstMailAt: TOLD,
  remindedAt: null,
  reminders: 0,
  deadline: null,
  ...more,
})

/** Every reminder that somebody gets who does nothing. */
function allOf(asked: AskedStanding): string[] {
  const days: string[] = []
  for (let left = asked; ;) {
    const next = nextReminder(left)
    if (!next) return days
    days.push(next.toISOString().slice(5, 16))
    left = { ...left, remindedAt: next, reminders: left.reminders + 1 }
  }
}

test('the first comes after three working days, at the time of the first mail, and each further one after three', () => {
  expect(allOf(standing())).toEqual([
    '11-06T09:30', // Friday
    '11-11T09:30', // Wednesday
    '11-16T09:30', // Monday
    '11-19T09:30', // Thursday
    '11-24T09:30', // Tuesday
  ])
})

test.each([
  ['11-06', '11-11'], // from a Friday
  ['11-07', '11-11'], // from a Saturday
  ['11-08', '11-11'], // from a Sunday
  ['11-09', '11-12'], // from a Monday
])('a weekend does not count: told on %s, reminded on %s', (told, reminded) => {
  expect(nextReminder(standing({ firstMailAt: on(told) }))).toEqual(on(reminded))
})

test('none comes later than thirty days after the first mail', () => {
  const seldom = standing({ policy: { first: 10, every: 10, most: 20 } })
  expect(allOf(seldom)).toEqual(['11-17T09:30', '12-01T09:30'])
})

test('who is never to be reminded is not, not even before the deadline', () => {
  const never = { first: 3, every: 3, most: 0 }
  expect(nextReminder(standing({ policy: never, deadline: on('12-20') }))).toBeNull()
})

test('one more comes a day before the deadline, and takes the place of one less than a day before', () => {
  expect(allOf(standing({ deadline: on('12-20') })).at(-1)).toBe('12-19T09:30')
  expect(allOf(standing({ deadline: on('12-20') }))).toHaveLength(6)
  // The regular ones fall on the 6th and the 11th.
  const early = new Date('2026-11-13T08:00:00Z')
  expect(allOf(standing({ deadline: early }))).toEqual(['11-06T09:30', '11-12T08:00'])
  expect(allOf(standing({ deadline: on('11-13') }))).toEqual(['11-06T09:30', '11-11T09:30', '11-12T09:30'])
  expect(allOf(standing({ deadline: on('11-12') }))).toEqual(['11-06T09:30', '11-11T09:30'])
})

test('who was told less than two days before the deadline is not reminded of it', () => {
  expect(nextReminder(standing({ deadline: on('11-04') }))).toBeNull()
  expect(nextReminder(standing({ deadline: new Date(on('11-05').getTime() - 1) }))).toBeNull()
  expect(nextReminder(standing({ deadline: on('11-05') }))).toEqual(on('11-04'))
})

test('after somebody has reminded them, the pause between reminders counts from there, and all of them are left', () => {
  expect(allOf(standing({ remindedAt: on('11-05') }))).toEqual([
    ...['11-10T09:30', '11-13T09:30', '11-18T09:30', '11-23T09:30', '11-26T09:30'],
  ])
})

test('at its moment a reminder is made, and the next one is planned from then on', () => {
  const late = on('11-13')
  expect(decideReminder(late, standing(), true)).toEqual({
    isReminded: true,
    isLast: false,
    next: on('11-18'),
    escalatesAt: null,
  })
})

test('what was put off meanwhile is planned anew, and reminds nobody', () => {
  const seldom = standing({ policy: { first: 9, every: 9, most: 5 } })
  expect(decideReminder(on('11-06'), seldom, true)).toEqual({
    ...{ isReminded: false, isLast: false, next: on('11-16'), escalatesAt: null },
  })
})

test('the last one is known as such', () => {
  const fifth = standing({ remindedAt: on('11-19'), reminders: 4 })
  expect(decideReminder(on('11-24'), fifth, true)).toEqual({
    ...{ isReminded: true, isLast: true, next: null, escalatesAt: null },
  })
})

test('where the last one is not answered, somebody who is named hears of it after the next pause; of none before it', () => {
  const policy = { ...USUAL_REMINDERS, escalateTo: 'boss' }
  const fourth = standing({ policy, remindedAt: on('11-16'), reminders: 3 })
  expect(decideReminder(on('11-19'), fourth, true).escalatesAt).toBeNull()
  const fifth = standing({ policy, remindedAt: on('11-19'), reminders: 4 })
  expect(decideReminder(on('11-24'), fifth, true)).toMatchObject({ isLast: true, escalatesAt: on('11-27') })
  // The last one comes a day before the deadline.
  const lastCall = standing({ policy, remindedAt: on('11-19'), reminders: 5, deadline: on('11-26') })
  expect(decideReminder(on('11-25'), lastCall, true)).toMatchObject({
    ...{ isLast: true, escalatesAt: new Date('2026-11-25T21:30:00Z') },
  })
})

test('who cannot be written to is looked at again the next day', () => {
  expect(decideReminder(on('11-06'), standing(), false)).toEqual({
    isReminded: false,
    isLast: false,
    next: on('11-07'),
    escalatesAt: null,
  })
})

test('who can be written to again after thirty days is not reminded any more, but for the deadline', () => {
  const late = on('12-10')
  expect(decideReminder(late, standing(), true)).toEqual({
    ...{ isReminded: false, isLast: false, next: null, escalatesAt: null },
  })
  const before = standing({ deadline: on('12-20') })
  expect(decideReminder(late, before, true)).toEqual({
    ...{ isReminded: false, isLast: false, next: on('12-19'), escalatesAt: null },
  })
})
