import { DEFAULT_PAGE_IMAGE_WIDTH, PAGE_IMAGE_WIDTHS } from '../limits.ts'

/** The smallest offered width that is at least the requested one; the largest when none is. */
export function snapPageImageWidth(requested: number | undefined): number {
  if (requested === undefined) return DEFAULT_PAGE_IMAGE_WIDTH
  return PAGE_IMAGE_WIDTHS.find((width) => width >= requested) ?? PAGE_IMAGE_WIDTHS[PAGE_IMAGE_WIDTHS.length - 1]!
}
