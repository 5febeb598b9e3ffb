/**
 * The shape of each page of a document, first page first: height divided by width, or -1 while the page is not loaded.
 * From it follows where every page stands in the column, also of documents whose pages differ.
 */
export type PageMap = readonly number[]

const NOT_LOADED = -1
/** ISO 216 (A4), for pages nobody has seen yet. */
const USUAL_SHAPE = Math.SQRT2

/** Distance between two pages, and above the first and below the last, in CSS pixels. */
export const PAGE_GAP = 16

/** A map of `count` pages of which none is loaded. */
export function createPageMap(count: number): PageMap {
  return Array.from({ length: count }, () => NOT_LOADED)
}

/** The map for a document that turns out to have `count` pages; what was loaded stays. */
export function resizePageMap(map: PageMap, count: number): PageMap {
  if (map.length === count) return map
  return Array.from({ length: count }, (_, i) => map[i] ?? NOT_LOADED)
}

/** The map after a page (from 1) was loaded; the very same map when it says nothing new. */
export function placePage(map: PageMap, page: number, shape: number): PageMap {
  if (page < 1 || page > map.length || map[page - 1] === shape || !(shape > 0)) return map
  return map.with(page - 1, shape)
}

/** The map of the same pages turned clockwise by quarters. */
export function turnPageMap(map: PageMap, quarterTurns: number): PageMap {
  return quarterTurns % 2 === 0 ? map : map.map((shape) => (shape > 0 ? 1 / shape : shape))
}

/** Where the pages of a column stand, in CSS pixels from its top. */
export interface PageLayout {
  readonly width: number
  readonly starts: readonly number[]
  readonly heights: readonly number[]
  readonly total: number
}

/**
 * Lays the pages out below each other, each `width` wide and `gap` apart (CSS pixels). Pages that are not loaded take
 * the shape of the first one that is, because the pages of a document mostly are alike.
 */
export function layOutPages(map: PageMap, width: number, gap = PAGE_GAP): PageLayout {
  const usual = map.find((shape) => shape > 0) ?? USUAL_SHAPE
  const heights = map.map((shape) => Math.round(width * (shape > 0 ? shape : usual)))
  const starts: number[] = []
  let next = gap
  for (const height of heights) {
    starts.push(next)
    next += height + gap
  }
  return { width, starts, heights, total: next }
}

/** The page (from 1) at a height of the column; a gap belongs to the page below it. */
export function pageAt(layout: PageLayout, y: number): number {
  let [low, high] = [0, layout.starts.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (layout.starts[middle]! + layout.heights[middle]! > y) high = middle
    else low = middle + 1
  }
  return low + 1
}

/** The page a reader is at: the one in the middle of the window, but first and last at the ends of the column. */
export function currentPage(layout: PageLayout, top: number, windowHeight: number): number {
  if (top <= 0) return 1
  if (top + windowHeight >= layout.total - 1) return layout.starts.length
  return pageAt(layout, top + windowHeight / 2)
}

/**
 * The pages that a reader has before the eyes: at least half of the page is in the window, or the page fills at least
 * half of the window.
 */
export function pagesInView(layout: PageLayout, top: number, windowHeight: number): number[] {
  const pages: number[] = []
  for (let page = pageAt(layout, top); page <= layout.starts.length; page++) {
    const [start, height] = [layout.starts[page - 1]!, layout.heights[page - 1]!]
    if (start >= top + windowHeight) break
    const visible = Math.min(start + height, top + windowHeight) - Math.max(start, top)
    if (visible >= Math.min(height, windowHeight) / 2) pages.push(page)
  }
  return pages
}

/** The pages worth drawing: those that touch the window or have just left it upwards, and the one that comes next. */
export function pagesNearby(layout: PageLayout, top: number, windowHeight: number): number[] {
  const bottom = top + windowHeight
  const first = pageAt(layout, top - windowHeight / 4)
  const lowest = pageAt(layout, bottom)
  const last = layout.starts[lowest - 1]! < bottom ? Math.min(layout.starts.length, lowest + 1) : lowest
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

/** A point of the document that stays where it is in the window while the layout around it changes. */
export interface Anchor {
  readonly page: number
  /** Share of the page above the point. */
  readonly share: number
  /** Pixels by which the point stands above the page, when it is in a gap. */
  readonly above: number
}

export function anchorAt(layout: PageLayout, y: number): Anchor {
  const page = pageAt(layout, y)
  const [start, height] = [layout.starts[page - 1] ?? 0, layout.heights[page - 1] ?? 1]
  if (y < start) return { page, share: 0, above: start - y }
  return { page, share: Math.min(1, (y - start) / height), above: 0 }
}

export function heightOf(layout: PageLayout, anchor: Anchor): number {
  const index = Math.min(anchor.page, layout.starts.length) - 1
  return (layout.starts[index] ?? 0) - anchor.above + anchor.share * (layout.heights[index] ?? 0)
}
