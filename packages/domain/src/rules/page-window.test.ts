import { expect, test } from 'vitest'
import { pageWindow } from './page-window.ts'

test.each([
  [1, 9, [1, 2, 3]],
  [2, 9, [1, 2, 3]],
  [5, 9, [4, 5, 6]],
  [8, 9, [7, 8, 9]],
  [9, 9, [7, 8, 9]],
  [1, 2, [1, 2]],
  [2, 2, [1, 2]],
  [1, 1, [1]],
  [1, 0, [1]],
])('on page %i of %i the links are %j', (current, total, links) => {
  expect(pageWindow(current, total)).toEqual(links)
})

test('there are never more than three links, all in order, inside the list, the current one among them', () => {
  for (let total = 1; total <= 40; total++) {
    for (let current = 1; current <= total; current++) {
      const links = pageWindow(current, total)
      expect(links).toHaveLength(Math.min(3, total))
      expect(links).toContain(current)
      expect(links[0]).toBeGreaterThanOrEqual(1)
      expect(links.at(-1)).toBeLessThanOrEqual(total)
      expect(links).toEqual(links.map((_, i) => links[0]! + i))
    }
  }
})
