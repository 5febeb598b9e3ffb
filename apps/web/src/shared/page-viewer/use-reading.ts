import { useCallback, useEffect, useState } from 'react'
import { currentPage, isPageLoaded, pagesInView, type PageLayout, type PageMap } from './page-map.ts'

interface Reading {
  readonly current: number
  /** Pages that were on the screen, loaded. */
  readonly viewed: ReadonlySet<number>
}

/** Which page is being read, and which ones have been before the reader's eyes. */
export function useReading(desk: HTMLElement | null, map: PageMap, layout: PageLayout) {
  const [reading, setReading] = useState<Reading>({ current: 1, viewed: new Set() })
  const look = useCallback(() => {
    if (!desk || desk.clientHeight === 0) return
    const { scrollTop, clientHeight } = desk
    const current = currentPage(layout, scrollTop, clientHeight)
    const seen = pagesInView(layout, scrollTop, clientHeight).filter((page) => isPageLoaded(map, page))
    setReading((now) => {
      const added = seen.filter((page) => !now.viewed.has(page))
      if (now.current === current && added.length === 0) return now
      return { current, viewed: added.length === 0 ? now.viewed : new Set([...now.viewed, ...added]) }
    })
  }, [desk, layout, map])

  useEffect(() => {
    const frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [look])
  return { ...reading, look }
}
