import { describe, expect, test } from 'vitest'
import { planNextTry } from './plan-next-try.ts'
import { planRenewal } from '../plan-renewal.ts'

const AT = new Date('2031-01-01T00:00:00Z')
const DAY_MS = 24 * 60 * 60_000
const policy = { firstPauseMs: 60_000, tries: 12 }
const task = { tries: 0, isCompleted: true, renewAt: null }
const problem = { code: 'EVIDENCE_UNREACHABLE', facts: { host: 'ocsp.example' }, isFinal: false }

const pauseOf = (tries: number) =>
  planNextTry({ ...task, tries }, problem, { policy, at: AT }).dueAt!.getTime() - AT.getTime()

describe('what failed', () => {
  test('is tried again with pauses that double, up to a day', () => {
    expect([0, 1, 2, 3].map(pauseOf)).toEqual([60_000, 120_000, 240_000, 480_000])
    expect(planNextTry({ ...task, tries: 40 }, problem, { policy: { ...policy, tries: 99 }, at: AT }).dueAt).toEqual(
      new Date(AT.getTime() + DAY_MS),
    )
  })

  test('says why while it waits', () => {
    expect(planNextTry(task, problem, { policy, at: AT })).toMatchObject({
      state: 'waiting',
      reason: 'EVIDENCE_UNREACHABLE',
      cause: { host: 'ocsp.example' },
      tries: 1,
    })
  })

  test('ends with the last try, or at once when no other would help', () => {
    const last = planNextTry({ ...task, tries: 11 }, problem, { policy, at: AT })
    const hopeless = planNextTry(task, { ...problem, isFinal: true }, { policy, at: AT })
    for (const outcome of [last, hopeless]) expect(outcome).toMatchObject({ state: 'failed', dueAt: null })
  })

  test('is no end while others have yet to sign', () => {
    const open = { ...task, isCompleted: false }
    expect(planNextTry(open, { ...problem, isFinal: true }, { policy, at: AT })).toMatchObject({ state: 'none' })
  })

  test('keeps the day of the renewal that it was about', () => {
    expect(planNextTry({ ...task, renewAt: AT }, problem, { policy, at: AT }).renewAt).toBe(AT)
  })
})

describe('a renewal', () => {
  test('is due some days before the timestamp ends', () => {
    const endsAt = new Date('2032-01-01T00:00:00Z')
    expect(planRenewal(endsAt, { marginDays: 90, at: AT })).toEqual(new Date('2031-10-03T00:00:00Z'))
  })

  const afterDays = (days: number) => new Date(AT.getTime() + days * DAY_MS)

  test('never follows another one within a week, whatever the margin', () => {
    expect(planRenewal(afterDays(30), { marginDays: 90, at: AT })).toEqual(afterDays(7))
    expect(planRenewal(AT, { marginDays: 90, at: AT })).toEqual(afterDays(7))
  })

  test('of a timestamp that ends sooner than that is due before its end', () => {
    expect(planRenewal(afterDays(4), { marginDays: 90, at: AT })).toEqual(afterDays(2))
    expect(planRenewal(afterDays(1 / 48), { marginDays: 90, at: AT })).toEqual(afterDays(1 / 24))
  })
})
