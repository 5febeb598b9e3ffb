import { expect, test } from 'vitest'
import { causeOf, judgeAnswer } from './judge-answer.ts'
import type { ReceiverAnswer } from './ports.ts'

const AT = new Date('2026-11-28T10:00:00Z')
const status = (code: number, retryAfter?: string): ReceiverAnswer => ({ status: code, retryAfter, beginning: '' })
const judge = (answer: ReceiverAnswer, ofRound = 1, random = 0.5) =>
  judgeAnswer({ answer, result: { cause: causeOf(answer) }, ofRound, at: AT, random })

/** Milliseconds until it is tried again. */
function pauseOf(...asked: Parameters<typeof judge>): number {
  const verdict = judge(...asked)
  if (verdict.kind !== 'again') throw new Error(`is ${verdict.kind}`)
  return verdict.at.getTime() - AT.getTime()
}

test.each([200, 201, 204, 299])('%d has arrived', (code) => {
  expect(judge(status(code))).toEqual({ kind: 'arrived' })
})

test.each([
  [301, 'redirected'],
  [307, 'redirected'],
  [400, 'status'],
  [401, 'status'],
  [500, 'status'],
  [0, 'status'],
] as const)('%d has not arrived: %s', (code, cause) => {
  expect(causeOf(status(code))).toBe(cause)
  expect(judge(status(code)).kind).toBe('again')
})

test.each(['name', 'address', 'network', 'timeout'] as const)('without an answer it is tried again: %s', (cause) => {
  expect(pauseOf({ cause })).toBe(5000)
})

test('410 says that the receiver is gone, at whatever try', () => {
  expect([judge(status(410)), judge(status(410), 10)]).toEqual([{ kind: 'gone' }, { kind: 'gone' }])
})

test('ten tries take three days and three and a half hours, and then it is given up', () => {
  const pauses = Array.from({ length: 9 }, (_, index) => pauseOf(status(500), index + 1))
  const hours = (pauses.reduce((sum, pause) => sum + pause, 0) - 5000) / 3_600_000
  expect(hours).toBeCloseTo(75 + 35 / 60, 5)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(judge(status(500), 10)).toEqual({ kind: 'given-up' })
})

test('a pause is a fifth longer or shorter', () => {
  expect([pauseOf(status(500), 2, 0), pauseOf(status(500), 2, 0.999_999_9)]).toEqual([240_000, 360_000])
})

test('Retry-After is waited for, as seconds and as a date, for a day at most', () => {
  expect(pauseOf(status(503, '600'))).toBe(600_000)
  expect(pauseOf(status(503, 'Sat, 28 Nov 2026 10:20:00 GMT'))).toBe(1_200_000)
  expect(pauseOf(status(503, '999999999'))).toBe(24 * 3_600_000)
  expect(pauseOf(status(503, '1'))).toBe(5000)
  expect(pauseOf(status(503, 'Sat, 28 Nov 2020 10:20:00 GMT'))).toBe(5000)
  expect(pauseOf(status(503, 'soon'))).toBe(5000)
  expect(pauseOf(status(503, '-5'))).toBe(5000)
})
