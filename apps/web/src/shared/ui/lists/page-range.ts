/** How many rows a page of a list has. */
export type PageSize = number | 'all'

/** Which rows of the whole list a page shows, counted from 1. */
export function rangeOf(page: number, size: PageSize, count: number): { from: number; to: number } {
  const rows = size === 'all' ? count : size
  return { from: Math.min(count, (page - 1) * rows + 1), to: Math.min(count, page * rows) }
}

/** The page that shows the same first row with another number of rows. */
export function resizePage(page: number, size: PageSize, newSize: PageSize): number {
  if (size === 'all' || newSize === 'all') return 1
  return Math.floor(((page - 1) * size) / newSize) + 1
}
