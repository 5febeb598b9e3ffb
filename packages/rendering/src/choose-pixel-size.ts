import type { PageScale } from './isolation/render-protocol.ts'

/** No page image has a longer side than this, in pixels. */
export const MAX_SIDE = 10_000
/** No page image has more pixels than this (40 million: A4 at 600 dpi still fits). */
export const MAX_PIXELS = 40_000_000
const DEFAULT_DPI = 150
const POINTS_PER_INCH = 72

/** The displayed page in points: CropBox after Rotate. */
export interface PageSize {
  readonly width: number
  readonly height: number
}

/**
 * The size in pixels of a page image: the wanted width or resolution, scaled down to the limits with the page's
 * proportions kept. Sides are rounded up as poppler rounds them, and are at least one pixel.
 */
export function choosePixelSize(page: PageSize, scale: PageScale): PageSize {
  const wanted = scale.width === undefined ? (scale.dpi ?? DEFAULT_DPI) / POINTS_PER_INCH : scale.width / page.width
  const limit = Math.min(
    MAX_SIDE / Math.max(page.width, page.height),
    Math.sqrt(MAX_PIXELS) / Math.sqrt(page.width * page.height),
  )
  const round = wanted > limit ? Math.floor : roundUp
  const factor = Math.min(wanted, limit)
  return { width: Math.max(1, round(page.width * factor)), height: Math.max(1, round(page.height * factor)) }
}

/** Rounds up, forgiving the float noise that would turn 1000.0000001 into 1001. */
function roundUp(value: number): number {
  return Math.ceil(value - 1e-3)
}
