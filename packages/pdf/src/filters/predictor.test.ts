import { expect, test } from 'vitest'
import { undoPng } from './predictor.ts'

test('a row that is declared longer than the data takes no more memory than the data', () => {
  const rows = undoPng(Uint8Array.of(0, 1, 2, 3), 2 ** 28, 1)
  expect([...rows]).toEqual([1, 2, 3])
  expect(rows.buffer.byteLength).toBeLessThanOrEqual(8)
})

test('the last row may be cut off', () => {
  expect([...undoPng(Uint8Array.of(0, 1, 2, 2, 1), 2, 1)]).toEqual([1, 2, 2])
})
