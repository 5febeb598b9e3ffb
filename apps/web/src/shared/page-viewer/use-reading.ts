import { useCallback, useEffect, useState } from 'react'
import { currentPage, isPageLoaded, pagesInView, pagesNearby, type PageLayout, type PageMap } from './page-map.ts'

interface Reading {
  readonly current: number
  /** Pages in or next to the window: the only ones that are drawn. */
  readonly nearby: readonly number[]
  /** Pages that were on the screen, loaded. */
  readonly viewed: ReadonlySet<number>
}

const START: Reading = { current: 1, nearby: [1], viewed: new Set() }

function isSameRange(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one[0] === other[0]
}

/** Which pages are near the window, which one is being read, and which ones have been before the reader's eyes. */
export function useReading(desk: HTMLElement | null, map: PageMap, layout: PageLayout) {
  const [reading, setReading] = useState(START)
  const look = useCallback(() => {
    if (!desk || desk.clientHeight === 0) return
    const { scrollTop, clientHeight } = desk
    const current = currentPage(layout, scrollTop, clientHeight)
    const nearby = pagesNearby(layout, scrollTop, clientHeight)
    const seen = pagesInView(layout, scrollTop, clientHeight).filter((page) => isPageLoaded(map, page))
    setReading((now) => {
      const added = seen.filter((page) => !now.viewed.has(page))
      const moved = now.current !== current || !isSameRange(now.nearby, nearby)
      if (!moved && added.length === 0) return now
      return { current, nearby, viewed: added.length === 0 ? now.viewed : new Set([...now.viewed, ...added]) }
    })
  }, [desk, layout, map])

  // Its first report comes with the next frame, later ones when the window changes.
  useEffect(() => {
    if (!desk) return
    const observer = new ResizeObserver(look)
    observer.observe(desk)
    return () => observer.disconnect()
  }, [desk, look])
  return { ...reading, look }
}
