import { expect, test } from 'vitest'
import { PAGE_IMAGE_WIDTHS } from '../limits.ts'
import { snapPageImageWidth } from './page-image-width.ts'

test.each([
  [undefined, 1080],
  [1, 320],
  [320, 320],
  [321, 640],
  [1080, 1080],
  [1081, 1440],
  [2560, 2560],
  [4096, 2560],
])('a page asked for at %s pixels is drawn at %i', (asked, width) => {
  expect(snapPageImageWidth(asked)).toBe(width)
})

test('the answer is always one of the offered widths, and never a smaller one than asked for when there is one', () => {
  for (let asked = 1; asked <= 4096; asked++) {
    const width = snapPageImageWidth(asked)
    expect(PAGE_IMAGE_WIDTHS).toContain(width)
    if (asked <= 2560) expect(width).toBeGreaterThanOrEqual(asked)
  }
})
