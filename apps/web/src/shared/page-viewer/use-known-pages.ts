import { useCallback, useState } from 'react'
import type { KeptReading } from './reading/kept-readings.ts'
import { createPageMap, placePage, resizePageMap, type PageMap } from './page-map.ts'
import type { LoadedPage } from './images/page-source.ts'

interface KnownPages {
  readonly map: PageMap
  /** Pages whose image is there, now or before; a map out of the session knows shapes without images. */
  readonly loaded: ReadonlySet<number>
}

/** What is known of the pages, and how it grows while they arrive. */
export function useKnownPages(kept: KeptReading | null) {
  const [known, setKnown] = useState<KnownPages>(() => ({ map: kept?.map ?? createPageMap(1), loaded: new Set() }))
  const setPageCount = useCallback(
    (count: number) => setKnown((now) => ({ ...now, map: resizePageMap(now.map, count) })),
    [],
  )
  const place = useCallback(
    (page: number, { pageCount, shape }: LoadedPage) =>
      setKnown((now) => {
        const map = placePage(resizePageMap(now.map, pageCount), page, shape)
        if (map === now.map && now.loaded.has(page)) return now
        return { map, loaded: now.loaded.has(page) ? now.loaded : new Set([...now.loaded, page]) }
      }),
    [],
  )
  const forgetLoaded = useCallback(() => setKnown((now) => ({ ...now, loaded: new Set() })), [])
  return { ...known, setPageCount, place, forgetLoaded }
}
