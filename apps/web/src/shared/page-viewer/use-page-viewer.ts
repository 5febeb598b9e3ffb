import { useCallback, useEffect, useState, type KeyboardEvent } from 'react'
import { queryClient } from '../api/query-client.ts'
import { keptReading } from './reading/kept-readings.ts'
import type { PageSource } from './images/page-source.ts'
import { imageWidthFor } from './page-width.ts'
import { turnPlace, type PagePlace } from './places/turn-place.ts'
import { useKeyCommands } from './use-key-commands.ts'
import { usePageLayout } from './use-page-layout.ts'
import { usePinchZoom } from './use-pinch-zoom.ts'
import { useKeptReading, useReading } from './reading/use-reading.ts'

const ZOOM_STEP = 1.25
/** How long a width has to last before images are asked for in it, so that a pinch does not ask for every one. */
const SETTLE_MS = 180

export type PageViewer = ReturnType<typeof usePageViewer>

function useSettled(value: number): number {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/**
 * Everything that a viewer of page images knows and can do; its parts (`PageDesk`, `PageCounter`, `ViewTools`,
 * `PagePill`) are drawn wherever the screen has room for them. Only the pages near the window exist in the page.
 */
export function usePageViewer(source: PageSource) {
  const [desk, setDesk] = useState<HTMLElement | null>(null)
  const [kept] = useState(() => (source.keptAs === undefined ? null : keptReading(source.keptAs)))
  const { map, loaded, layout, rememberReading, zoomTo, goTo, forgetLoaded, ...pages } = usePageLayout(desk, kept)
  const { look, forgetViewed, ...reading } = useReading({ desk, layout, loaded }, kept)
  useKeptReading(source.keptAs, map, reading)
  usePinchZoom(desk, zoomTo)
  const [isGone, setGone] = useState(false)
  const [places, setPlaces] = useState<readonly PagePlace[]>([])

  const zoom = {
    level: pages.zoom,
    in: () => zoomTo((now) => now * ZOOM_STEP),
    out: () => zoomTo((now) => now / ZOOM_STEP),
    fitWidth: () => zoomTo(() => 1),
    fitPage: () => pages.fitPage(reading.current),
  }
  const go = (page: number) => {
    goTo(Math.min(map.length, Math.max(1, page)))
    // The next key may come before the browser reports the scroll, and must find where this one has led.
    look()
  }
  const keyCommands = useKeyCommands({ desk, current: reading.current, total: map.length, go, zoom })
  return {
    source,
    map,
    layout,
    total: map.length,
    /** Whether the number of pages is known. */
    ready: map.some((shape) => shape > 0) || map.length > 1,
    /** Whether some page is on the screen: what can wait for the first page waits for this. */
    hasPage: loaded.size > 0,
    ...reading,
    imageWidth: imageWidthFor(useSettled(layout.width), window.devicePixelRatio),
    deskWidth: pages.deskWidth,
    place: pages.place,
    setPageCount: pages.setPageCount,
    /** Whether the server said, of some page, that the document is no longer there for this person. */
    isGone,
    reportGone: useCallback(() => setGone(true), []),
    /** Takes back what was viewed, for a server that knows nothing of it, and has the pages sent once more. */
    readAgain: useCallback(() => {
      forgetViewed()
      forgetLoaded()
      void queryClient.resetQueries({ queryKey: [...source.key, 'pages'] })
    }, [forgetViewed, forgetLoaded, source]),
    setDesk,
    onScroll: () => {
      rememberReading()
      look()
    },
    onKeyDown: (event: KeyboardEvent) => keyCommands(event),
    go,
    /** Where the person will sign. */
    places,
    setPlaces,
    goToPlace: (place: PagePlace) => pages.goToPlace(turnPlace(place, pages.quarterTurns)),
    zoom,
    quarterTurns: pages.quarterTurns,
    turn: pages.turn,
  }
}
