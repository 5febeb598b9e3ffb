import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { KeptReading } from './reading/kept-readings.ts'
import { anchorAt, heightOf, layOutPages, PAGE_GAP, turnPageMap, type Anchor, type PageLayout } from './page-map.ts'
import { expectedDeskWidth, fitWidth } from './page-width.ts'
import type { PagePlace } from './places/turn-place.ts'
import { useKnownPages } from './use-known-pages.ts'

const SMALLEST_ZOOM = 0.25
const LARGEST_ZOOM = 4

/** A point of the window, relative to the upper left corner of the desk. */
interface WindowPoint {
  readonly x: number
  readonly y: number
}

interface Held {
  readonly anchor: Anchor
  /** Share of the page's width left of the point; null keeps the page where it is horizontally. */
  readonly shareX: number | null
  readonly at: WindowPoint
}

/** How wide the scrolled content is: the page and its gutters, or the whole desk when that is wider. */
export function contentWidth(layout: PageLayout, deskWidth: number): number {
  return Math.max(deskWidth, layout.width + 16)
}

function hold(desk: HTMLElement, layout: PageLayout, at: WindowPoint): Held {
  const left = (contentWidth(layout, desk.clientWidth) - layout.width) / 2
  return { anchor: anchorAt(layout, desk.scrollTop + at.y), shareX: (desk.scrollLeft + at.x - left) / layout.width, at }
}

function restore(desk: HTMLElement, layout: PageLayout, held: Held): void {
  const top = heightOf(layout, held.anchor) - held.at.y
  const edge = (contentWidth(layout, desk.clientWidth) - layout.width) / 2
  const left = held.shareX === null ? desk.scrollLeft : edge + held.shareX * layout.width - held.at.x
  desk.scrollTo({ top, left, behavior: 'instant' })
}

/** Follows the width of an element, and calls the function whenever its size changes. */
function useWidthOf(element: HTMLElement | null, onResizeRef: RefObject<() => void>): number {
  const [width, setWidth] = useState(() => expectedDeskWidth(window.innerWidth))
  useLayoutEffect(() => {
    if (!element) return
    const observer = new ResizeObserver(() => {
      setWidth(element.clientWidth)
      onResizeRef.current()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, onResizeRef])
  return width
}

const topOf = (page: number, above: number): Anchor => ({ page, share: 0, above })

interface Going {
  readonly drawnRef: RefObject<PageLayout | null>
  /** What is being read. */
  readonly readingRef: RefObject<Anchor>
}

/** The ways to a page, and to a place on one. */
function useGoing(desk: HTMLElement | null, { drawnRef, readingRef }: Going) {
  /** Shows the top of a page. */
  const goTo = useCallback(
    (page: number) => {
      if (!desk || !drawnRef.current) return
      readingRef.current = topOf(page, Math.min(8, desk.clientHeight))
      desk.scrollTo({ top: heightOf(drawnRef.current, readingRef.current), behavior: 'instant' })
    },
    [desk, drawnRef, readingRef],
  )
  /** Brings a place of a page, as it is seen, into the upper middle of the desk. */
  const goToPlace = useCallback(
    ({ Page, Left, Top, Width }: PagePlace) => {
      const pages = drawnRef.current
      if (!desk || !pages) return
      readingRef.current = { page: Page, share: Top, above: desk.clientHeight / 3 }
      const edge = (contentWidth(pages, desk.clientWidth) - pages.width) / 2
      const left = edge + (Left + Width / 2) * pages.width - desk.clientWidth / 2
      desk.scrollTo({ top: heightOf(pages, readingRef.current), left, behavior: 'instant' })
    },
    [desk, drawnRef, readingRef],
  )
  return { goTo, goToPlace }
}

/**
 * Where the pages stand on the desk, at which zoom and turned which way, and the promise that what is being read stays
 * where it is while pages arrive, the window changes or the zoom does.
 */
export function usePageLayout(desk: HTMLElement | null, kept: KeptReading | null) {
  const known = useKnownPages(kept)
  const { map } = known
  const [zoom, setZoom] = useState(1)
  const [quarterTurns, setQuarterTurns] = useState(0)
  /** Fits the page anew while one is shown whole. */
  const refit = useRef(() => {})
  const deskWidth = useWidthOf(desk, refit)
  const width = Math.round(fitWidth(deskWidth) * zoom)
  const layout = useMemo(() => layOutPages(turnPageMap(map, quarterTurns), width), [map, quarterTurns, width])

  const drawn = useRef<PageLayout | null>(kept ? null : layout)
  const held = useRef<Held | null>(null)
  const reading = useRef<Anchor>(topOf(kept?.page ?? 1, PAGE_GAP))

  const rememberReading = useCallback(() => {
    if (desk && drawn.current) reading.current = anchorAt(drawn.current, desk.scrollTop)
  }, [desk])

  useLayoutEffect(() => {
    if (!desk || drawn.current === layout) return
    drawn.current = layout
    restore(desk, layout, held.current ?? { anchor: reading.current, shareX: null, at: { x: 0, y: 0 } })
    held.current = null
  }, [desk, layout])

  /** Zooms while the given point, or else the middle of the desk, stays in its place. */
  const zoomTo = useCallback(
    (next: (zoom: number) => number, at?: WindowPoint) => {
      if (!desk || !drawn.current) return
      held.current = hold(desk, drawn.current, at ?? { x: desk.clientWidth / 2, y: desk.clientHeight / 2 })
      refit.current = () => {}
      setZoom((now) => Math.min(LARGEST_ZOOM, Math.max(SMALLEST_ZOOM, next(now))))
    },
    [desk],
  )
  const { goTo, goToPlace } = useGoing(desk, { drawnRef: drawn, readingRef: reading })
  /** Shows the whole of a page at once, also when the room for it changes, until another zoom is chosen. */
  const fitPage = useCallback(
    (page: number) => {
      if (!desk) return
      goTo(page)
      refit.current = () => {
        const height = drawn.current?.heights[page - 1]
        if (!height) return
        held.current = null
        const room = (desk.clientHeight - 2 * PAGE_GAP) / height
        const fitted = room * (drawn.current!.width / fitWidth(desk.clientWidth))
        setZoom(Math.min(LARGEST_ZOOM, Math.max(SMALLEST_ZOOM, fitted)))
      }
      refit.current()
    },
    [desk, goTo],
  )
  const turn = useCallback(() => setQuarterTurns((now) => (now + 1) % 4), [])
  const moves = { zoomTo, goTo, goToPlace, fitPage, turn }
  return { ...known, layout, zoom, quarterTurns, deskWidth, ...moves, rememberReading }
}
