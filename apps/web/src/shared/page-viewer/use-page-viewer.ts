import { useEffect, useState, type KeyboardEvent } from 'react'
import type { PageSource } from './page-source.ts'
import { imageWidthFor } from './page-width.ts'
import { useKeyCommands } from './use-key-commands.ts'
import { usePageLayout } from './use-page-layout.ts'
import { usePinchZoom } from './use-pinch-zoom.ts'
import { useReading } from './use-reading.ts'

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
 * Everything that a viewer of page images knows and can do; its parts (`PageDesk`, `PageCounter`, `ZoomTools`,
 * `PagePill`) are drawn wherever the screen has room for them. Only the pages near the window exist in the page.
 */
export function usePageViewer(source: PageSource) {
  const [desk, setDesk] = useState<HTMLElement | null>(null)
  const { map, layout, rememberReading, zoomTo, goTo, ...pages } = usePageLayout(desk)
  const { look, ...reading } = useReading(desk, map, layout)
  usePinchZoom(desk, zoomTo)

  const zoom = {
    level: pages.zoom,
    in: () => zoomTo((now) => now * ZOOM_STEP),
    out: () => zoomTo((now) => now / ZOOM_STEP),
    fit: () => zoomTo(() => 1),
  }
  const go = (page: number) => goTo(Math.min(map.length, Math.max(1, page)))
  const keyCommands = useKeyCommands({ desk, current: reading.current, total: map.length, go, zoom })
  return {
    source,
    layout,
    total: map.length,
    /** Whether the number of pages is known. */
    ready: map.some((shape) => shape > 0) || map.length > 1,
    ...reading,
    imageWidth: imageWidthFor(useSettled(layout.width), window.devicePixelRatio),
    deskWidth: pages.deskWidth,
    place: pages.place,
    setPageCount: pages.setPageCount,
    setDesk,
    onScroll: () => {
      rememberReading()
      look()
    },
    onKeyDown: (event: KeyboardEvent) => keyCommands(event),
    go,
    zoom,
  }
}
