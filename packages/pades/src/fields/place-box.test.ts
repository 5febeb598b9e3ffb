import { expect, test } from 'vitest'
import { boxToRectangle, displayedSize } from './place-box.ts'

const page = (rotate: 0 | 90 | 180 | 270, userUnit = 1) =>
  ({ cropBox: [100, 200, 500, 800], rotate, userUnit }) as const
const box = { x: 10, y: 20, width: 30, height: 40 }

// A page of 400 x 600: turned by 90 degrees clockwise, its left edge is on top.
test.each([
  [0, [110, 220, 140, 260]],
  [90, [440, 210, 480, 240]],
  [180, [460, 740, 490, 780]],
  [270, [120, 760, 160, 790]],
] as const)('a box on a page turned by %i lies where the person sees it', (rotate, rectangle) => {
  expect(boxToRectangle(box, page(rotate))).toEqual(rectangle)
  expect(displayedSize(rectangle, page(rotate))).toEqual({ width: 30, height: 40 })
})

test('a user unit of 2 halves the numbers', () => {
  expect(boxToRectangle(box, page(0, 2))).toEqual([105, 210, 120, 230])
})
