import { expect, test } from 'vitest'
import type { HistoryCall } from './clients/history.ts'
import { countRequests, longestPause } from './figures.ts'

let calls = 0
const sign = (
  attempt: string,
  [began, ended]: readonly [number, number | null],
  status: HistoryCall['status'] = 204,
) => {
  calls += 1
  return { call: calls, client: 'one', op: 'sign', attempt, began, ended, status } satisfies HistoryCall
}

test('a pause reaches from the last signature before to the next one, or to the end', () => {
  const history = [sign('a', [0, 90]), sign('b', [100, 400]), sign('c', [400, 450], 503), sign('d', [450, 500])]
  expect(longestPause(history, { from: 100, until: 600 })).toBe(310)
  expect(longestPause(history, { from: 100, until: 5000 })).toBe(4500)
})

test('a request is told by its key: done at once, by its second call, later, or never', () => {
  const history = [
    sign('long before', [0, 10]),
    sign('at once', [100, 110]),
    sign('second', [100, null], 'unknown'),
    sign('second', [120, 130]),
    sign('third', [100, 110], 503),
    sign('third', [120, 130], 503),
    sign('third', [300, 310]),
    sign('refused', [100, 110], 503),
    { ...sign('refused', [120, 130], 404), code: 'DOCUMENT_NOT_FOUND' },
  ]
  expect(countRequests(history, { from: 50, until: 200 })).toEqual({
    requests: 4,
    repeated: 3,
    notDoneBySecond: 2,
    failed: 1,
  })
})
