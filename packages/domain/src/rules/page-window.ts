import { PAGE_LINKS } from '../limits.ts'

/** The page links to show: at most three, around the current page, inside 1..total (spec §2). */
export function pageWindow(current: number, total: number): number[] {
  const length = Math.min(PAGE_LINKS, Math.max(1, total))
  const first = Math.max(1, Math.min(current - Math.floor(length / 2), total - length + 1))
  return Array.from({ length }, (_, i) => first + i)
}
