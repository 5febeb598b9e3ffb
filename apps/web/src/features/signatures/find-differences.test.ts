import { expect, test } from 'vitest'
import { findDifferences, type Picture } from './find-differences.ts'

interface Spot {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** 0 is black. */
  readonly grey?: number
}

/** White paper of 400 × 560 with spots on it. */
function paper(spots: readonly Spot[] = [], { width = 400, height = 560 } = {}): Picture {
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (const { grey = 0, ...spot } of spots) {
    for (let y = spot.y; y < spot.y + spot.height; y++) {
      data.fill(grey, 4 * (y * width + spot.x), 4 * (y * width + spot.x + spot.width))
    }
  }
  return { width, height, data }
}

const word = { x: 80, y: 160, width: 60, height: 10 }

test('equal pictures differ nowhere, and neither do such that only shimmer', () => {
  expect(findDifferences(paper([word]), paper([word]))).toEqual([])
  expect(findDifferences(paper([word]), paper([{ ...word, grey: 30 }]))).toEqual([])
})

test('a single speck is noise, what has the size of a letter is not', () => {
  expect(findDifferences(paper(), paper([{ x: 80, y: 160, width: 2, height: 1 }]))).toEqual([])
  expect(findDifferences(paper(), paper([{ x: 80, y: 160, width: 2, height: 4 }]))).toHaveLength(1)
})

test.each([
  ['added', paper(), paper([word])],
  ['taken away', paper([word]), paper()],
])('what was %s is boxed, closely', (_, before, after) => {
  const [box, ...more] = findDifferences(before, after)
  expect(more).toEqual([])
  expect(box!.left * 400).toBeLessThanOrEqual(80)
  expect(box!.left * 400).toBeGreaterThan(80 - 8)
  expect((box!.left + box!.width) * 400).toBeGreaterThanOrEqual(140)
  expect((box!.left + box!.width) * 400).toBeLessThan(140 + 8)
  expect(box!.top * 560).toBeLessThanOrEqual(160)
  expect((box!.top + box!.height) * 560).toBeGreaterThanOrEqual(170)
})

test('what stands close together is one change, what is far apart are several', () => {
  const nearby = { ...word, y: 180 }
  const far = { ...word, y: 400 }
  expect(findDifferences(paper(), paper([word, nearby]))).toHaveLength(1)
  expect(findDifferences(paper(), paper([word, far]))).toHaveLength(2)
})

test('pages of another shape differ as a whole', () => {
  expect(findDifferences(paper(), paper([], { width: 560, height: 400 }))).toEqual([
    { left: 0, top: 0, width: 1, height: 1 },
  ])
})
