/** What is read from the calls that clients wrote down. */
import { expect, test } from 'vitest'
import { isDone, isRefused, isUndecided } from './answers.ts'
import { parseHistory } from './history.ts'

test('a history that is cut off has calls of which nobody knows the end', () => {
  const begun = { call: 1, client: 'one', op: 'sign', subject: 's', attempt: 'a', began: 1 }
  const other = { ...begun, call: 2, attempt: 'b', began: 2 }
  const end = { call: 2, ended: 3, status: 204 }
  const text = `${[begun, other, end].map((line) => JSON.stringify(line)).join('\n')}\n{"call":1,"en`
  expect(parseHistory(text)).toEqual([
    { ...begun, status: 'unknown', ended: null },
    { ...other, status: 204, ended: 3 },
  ])
})

test.each([
  [{ status: 204 }, 'done'],
  [{ status: 'unknown' }, 'undecided'],
  [{ status: 503 }, 'undecided'],
  [{ status: 503, code: 'TEMPORARILY_UNAVAILABLE' }, 'undecided'],
  [{ status: 409, code: 'IDEMPOTENCY_KEY_IN_USE' }, 'undecided'],
  [{ status: 401, code: 'UNAUTHENTICATED' }, 'undecided'],
  [{ status: 503, code: 'TEMPORARILY_UNAVAILABLE', isEarlierAnswer: true }, 'refused'],
  [{ status: 503, code: 'TIMESTAMP_UNAVAILABLE' }, 'refused'],
  [{ status: 409, code: 'DOCUMENT_NO_LONGER_AVAILABLE' }, 'refused'],
] as const)('an answer %j is read as %s', (answer, meaning) => {
  expect({ done: isDone, undecided: isUndecided, refused: isRefused }[meaning](answer)).toBe(true)
  expect([isDone, isUndecided, isRefused].filter((is) => is(answer))).toHaveLength(1)
})
