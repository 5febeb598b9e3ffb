import type { UploadedFile } from './draft.ts'

/** Points, origin at the lower left corner of the page as displayed; `page` from 1. */
export interface Place {
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const WIDTH = 160
const HEIGHT = 50
const GAP = 12
const MARGIN = 36

/**
 * Places for signatures at the foot of the last page: from left to right, one row above the other.
 * @returns undefined where they do not fit, or the page's size is not known; the signatures are not seen then
 */
export function placeSignatures({ pages }: UploadedFile, count: number): Place[] | undefined {
  const last = pages.at(-1)
  if (!last) return undefined
  const columns = Math.floor((last.width - 2 * MARGIN + GAP) / (WIDTH + GAP))
  const rows = Math.ceil(count / Math.max(1, columns))
  if (columns < 1 || MARGIN + rows * (HEIGHT + GAP) > last.height) return undefined
  return Array.from({ length: count }, (_, index) => ({
    page: pages.length,
    x: MARGIN + (index % columns) * (WIDTH + GAP),
    y: MARGIN + Math.floor(index / columns) * (HEIGHT + GAP),
    width: WIDTH,
    height: HEIGHT,
  }))
}
