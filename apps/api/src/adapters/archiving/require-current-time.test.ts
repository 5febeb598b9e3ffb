import { expect, test } from 'vitest'
import { requireCurrentTime } from './require-current-time.ts'

const NOW = new Date('2031-01-01T12:00:00Z')

test('a timestamp of now is taken, clocks being as they are', () => {
  for (const time of ['2031-01-01T11:01:00Z', '2031-01-01T12:59:00Z']) requireCurrentTime(new Date(time), NOW)
})

test.each(['2031-01-01T10:59:00Z', '2031-01-01T13:01:00Z', '1999-01-01T00:00:00Z'])(
  'a timestamp of %s is not archived, and both clocks are named',
  (time) => {
    expect(() => requireCurrentTime(new Date(time), NOW)).toThrow(
      expect.objectContaining({
        code: 'TIMESTAMP_WRONG_TIME',
        facts: { time: new Date(time).toISOString(), serverTime: NOW.toISOString() },
        isFinal: false,
      }),
    )
  },
)
