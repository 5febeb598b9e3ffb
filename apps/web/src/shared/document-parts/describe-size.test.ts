import { expect, test } from 'vitest'
import { describeSize } from './describe-size.ts'

test('a size is told in the largest unit of which there is one, in the words of the language', () => {
  expect(describeSize(0, 'en')).toBe('0 bytes')
  expect(describeSize(999, 'en')).toBe('999 bytes')
  expect(describeSize(1000, 'en')).toBe('1 kB')
  expect(describeSize(1_250_000, 'en')).toBe('1.3 MB')
  expect(describeSize(1_250_000, 'de')).toBe('1,3 MB')
  expect(describeSize(5e12, 'en')).toBe('5,000 GB')
})
