import { describe, expect, it } from 'vitest'
import {
  anchorAt,
  createPageMap,
  currentPage,
  heightOf,
  layOutPages,
  PAGE_GAP,
  pageAt,
  pagesInView,
  pagesNearby,
  placePage,
  resizePageMap,
  turnPageMap,
} from './page-map.ts'

const a4 = 1.4

describe('page map', () => {
  it('says -1 for every page that is not loaded', () => {
    expect(createPageMap(3)).toEqual([-1, -1, -1])
    expect(placePage(createPageMap(3), 2, a4)).toEqual([-1, a4, -1])
  })

  it('turns on its side with the pages, what is not loaded staying so', () => {
    expect(turnPageMap([2, -1], 1)).toEqual([0.5, -1])
    expect(turnPageMap([2, -1], 2)).toEqual([2, -1])
  })

  it('stays the very same map when nothing changes, so that nothing is drawn again', () => {
    const map = placePage(createPageMap(3), 2, a4)
    expect(placePage(map, 2, a4)).toBe(map)
    expect(placePage(map, 9, a4)).toBe(map)
    expect(placePage(map, 1, Number.NaN)).toBe(map)
    expect(resizePageMap(map, 3)).toBe(map)
  })

  it('keeps what is loaded when the number of pages becomes known', () => {
    expect(resizePageMap([a4], 3)).toEqual([a4, -1, -1])
  })
})

describe('layout of the pages', () => {
  it('gives pages that are not loaded the shape of the first loaded one', () => {
    const layout = layOutPages([-1, 0.5, -1], 100)
    expect(layout.heights).toEqual([50, 50, 50])
    expect(layout.starts).toEqual([PAGE_GAP, 2 * PAGE_GAP + 50, 3 * PAGE_GAP + 100])
    expect(layout.total).toBe(4 * PAGE_GAP + 150)
  })

  it('finds the page at any height, gaps belonging to the page below', () => {
    const layout = layOutPages([1, 2, 1], 100)
    expect([0, 16, 115, 116, 131, 132, 331, 332, 9999].map((y) => pageAt(layout, y))).toEqual([
      1, 1, 1, 2, 2, 2, 2, 3, 3,
    ])
  })

  it('draws the pages that touch the window or have just left it, and the next one', () => {
    const layout = layOutPages(
      createPageMap(9).map(() => 1),
      100,
    )
    expect(pagesNearby(layout, 0, 100)).toEqual([1, 2])
    expect(pagesNearby(layout, layout.starts[4]!, 100)).toEqual([4, 5, 6])
    expect(pagesNearby(layout, layout.total - 100, 100)).toEqual([9])
  })

  it('calls the first page current at the top and the last one at the bottom, however short they are', () => {
    const layout = layOutPages([0.1, 0.1, 2, 0.1], 1000)
    expect(currentPage(layout, 0, 800)).toBe(1)
    expect(currentPage(layout, 600, 800)).toBe(3)
    expect(currentPage(layout, layout.total - 800, 800)).toBe(4)
  })

  it('counts a page as before the eyes when half of it, or half of the window, shows it', () => {
    const layout = layOutPages([1, 1, 1], 1000)
    expect(pagesInView(layout, 0, 800)).toEqual([1])
    expect(pagesInView(layout, 600, 800)).toEqual([1])
    expect(pagesInView(layout, 620, 800)).toEqual([])
    expect(pagesInView(layout, 650, 800)).toEqual([2])
    expect(pagesInView(layOutPages([0.2, 0.2, 0.2], 1000), 0, 800)).toEqual([1, 2, 3])
  })
})

describe('anchoring', () => {
  const before = layOutPages([1, -1, -1], 1000)
  const after = layOutPages([1, 0.5, -1], 1000)

  it('keeps the point at the top of the window when a page above it turns out shorter', () => {
    const y = before.starts[2]! + 300
    expect(heightOf(after, anchorAt(before, y))).toBe(after.starts[2]! + 300)
  })

  it('keeps a point in a gap at its distance from the page below', () => {
    const y = before.starts[2]! - 10
    expect(heightOf(after, anchorAt(before, y))).toBe(after.starts[2]! - 10)
  })

  it('keeps the same words under the finger when the zoom doubles', () => {
    const y = before.starts[1]! + 250
    const zoomed = layOutPages([1, -1, -1], 2000)
    expect(heightOf(zoomed, anchorAt(before, y))).toBe(zoomed.starts[1]! + 500)
  })

  it('falls back to the last page when the document is shorter than expected', () => {
    expect(heightOf(layOutPages([1], 100), { page: 5, share: 0, above: 0 })).toBe(PAGE_GAP)
  })
})
