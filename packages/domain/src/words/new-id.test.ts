import { expect, test } from 'vitest'
import { newId } from './new-id.ts'

test('an id has the form of RFC 9562 §5.7, and its time is that of the example there', () => {
  // Appendix A.6: 2022-02-22 19:22:22 UTC.
  expect(newId(0x017f22e279b0)).toMatch(/^017f22e2-79b0-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})

test('ids come in the order of their time, and differ within one millisecond', () => {
  const times = [0, 1, 1_000, 0x017f22e279b0, 2 ** 48 - 1]
  const ids = times.map((time) => newId(time))
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(Array.from({ length: 1000 }, () => newId(1))).size).toBe(1000)
})
