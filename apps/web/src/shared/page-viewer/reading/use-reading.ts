import { useCallback, useEffect, useState } from 'react'
import { keepReading, type KeptReading } from './kept-readings.ts'
import { currentPage, pagesInView, pagesNearby, type PageLayout, type PageMap } from '../page-map.ts'

interface Reading {
  readonly current: number
  /** Pages in or next to the window: the only ones that are drawn. */
  readonly nearby: readonly number[]
  /** Pages that were on the screen, loaded. */
  readonly viewed: ReadonlySet<number>
}

/** How long a place has to last before the session keeps it. */
const KEEP_MS = 300

function startingWith(kept: KeptReading | null): Reading {
  const current = kept?.page ?? 1
  return { current, nearby: [current], viewed: new Set(kept?.viewed) }
}

function isSameRange(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one[0] === other[0]
}

interface Pages {
  readonly desk: HTMLElement | null
  readonly layout: PageLayout
  readonly loaded: ReadonlySet<number>
}

/** Which pages are near the window, which one is being read, and which ones have been before the reader's eyes. */
export function useReading({ desk, layout, loaded }: Pages, kept: KeptReading | null) {
  const [reading, setReading] = useState(() => startingWith(kept))
  const look = useCallback(() => {
    if (!desk || desk.clientHeight === 0) return
    const { scrollTop, clientHeight } = desk
    const current = currentPage(layout, scrollTop, clientHeight)
    const nearby = pagesNearby(layout, scrollTop, clientHeight)
    const seen = pagesInView(layout, scrollTop, clientHeight).filter((page) => loaded.has(page))
    setReading((now) => {
      const added = seen.filter((page) => !now.viewed.has(page))
      const moved = now.current !== current || !isSameRange(now.nearby, nearby)
      if (!moved && added.length === 0) return now
      return { current, nearby, viewed: added.length === 0 ? now.viewed : new Set([...now.viewed, ...added]) }
    })
  }, [desk, layout, loaded])

  // Its first report comes with the next frame, later ones when the window changes.
  useEffect(() => {
    if (!desk) return
    const observer = new ResizeObserver(look)
    observer.observe(desk)
    return () => observer.disconnect()
  }, [desk, look])
  const forgetViewed = useCallback(() => setReading((now) => ({ ...now, viewed: new Set() })), [])
  return { ...reading, look, forgetViewed }
}

/** Has the session keep how far the reader is in a document; of what has no name nothing is kept. */
export function useKeptReading(name: string | undefined, map: PageMap, reading: Reading): void {
  const { current, viewed } = reading
  useEffect(() => {
    if (name === undefined || !map.some((shape) => shape > 0)) return
    const timer = setTimeout(() => keepReading(name, { map, page: current, viewed: [...viewed] }), KEEP_MS)
    return () => clearTimeout(timer)
  }, [name, map, current, viewed])
}
