import { useRef, type PointerEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { pageTextQuery, type PageSource } from '../page-viewer/images/page-source.ts'
import {
  changeBox,
  moveBoxes,
  resized,
  snapping,
  type Guides,
  type PlaceableFile,
  type PlacedBox,
  type Resizing,
} from './places.ts'
import { boxStyle, type Sheet } from './page-geometry.ts'
import type { PlacesOfFile } from './use-places.ts'

/** Below it a press is no drag; CSS pixels. */
const STILL = 3
/** How near an edge has to be to go to a line; CSS pixels. */
const NEAR = 6
/** The usual margin of a letter, in points. */
const MARGIN = 36

interface Drag {
  readonly box: PlacedBox
  readonly keys: readonly string[]
  readonly edges: Resizing | undefined
  readonly sheet: Sheet
  readonly guides: Guides
  readonly from: { readonly x: number; readonly y: number }
  readonly elements: readonly HTMLElement[]
  /** What is selected once it is let go where it stands. */
  readonly ifStill: readonly string[]
  /** The boxes before. */
  readonly moved: readonly PlacedBox[]
  /** How far, in points; undefined as long as the pointer has hardly moved. */
  by: { x: number; y: number } | undefined
}

interface At {
  readonly sheet: Sheet
  readonly edges?: Resizing
}

/** Lines of text, other boxes and the margins of the page. */
function useGuides(source: PageSource, { boxes, selected }: PlacesOfFile) {
  const client = useQueryClient()
  return ({ page: number, key }: PlacedBox, { page }: Sheet): Guides => {
    const lines = client.getQueryData(pageTextQuery(source, number).queryKey)?.Lines ?? []
    const others = boxes.filter((box) => box.page === number && box.key !== key && !selected.includes(box.key))
    return {
      xs: [
        ...new Set([
          MARGIN,
          page.width - MARGIN,
          ...lines.flatMap(({ Left, Width }) => [Left * page.width, (Left + Width) * page.width]),
          ...others.flatMap(({ x, width }) => [x, x + width]),
        ]),
      ],
      ys: [
        ...new Set([
          MARGIN,
          page.height - MARGIN,
          ...lines.map(({ Top, Height }) => (1 - Top - Height) * page.height),
          ...others.flatMap(({ y, height }) => [y, y + height]),
        ]),
      ],
    }
  }
}

/** What a drag comes to, in points, and shows it. */
function show(drag: Drag, event: PointerEvent, pages: PlaceableFile['pages']): { x: number; y: number } {
  const { box, sheet, edges, from, elements, moved, guides } = drag
  const scale = sheet.width / sheet.page.width
  const by = { x: (event.clientX - from.x) / scale, y: (from.y - event.clientY) / scale }
  if (edges) {
    Object.assign(elements[0]?.style ?? {}, boxStyle(resized(box, edges, { ...by, page: sheet.page }), sheet.page))
    return by
  }
  const there = { ...box, x: box.x + by.x, y: box.y + by.y }
  const snap = event.altKey ? { x: 0, y: 0 } : snapping(there, guides, NEAR / scale)
  const snapped = { x: by.x + snap.x, y: by.y + snap.y }
  const [after] = moveBoxes({ boxes: moved, words: [] }, drag.keys, { ...snapped, pages }).boxes
  const [x, y] = [after!.x - moved[0]!.x, after!.y - moved[0]!.y]
  for (const element of elements) element.style.translate = `${x * scale}px ${-y * scale}px`
  return snapped
}

/**
 * Moves and resizes boxes with a pointer. Meanwhile only their elements move, by a transform; the draft changes when
 * the pointer is let go. Alt lets a box go anywhere.
 */
export function useBoxDrag(places: PlacesOfFile, source: PageSource) {
  const guidesOf = useGuides(source, places)
  const drag = useRef<Drag>(null)
  const { change, boxes, file, selected, setSelected, isSeveral } = places
  const { pages } = file.uploaded

  const start = (event: PointerEvent<HTMLElement>, box: PlacedBox, { sheet, edges }: At) => {
    if (event.button !== 0) return
    event.stopPropagation()
    const isAdded = isSeveral || event.shiftKey || event.ctrlKey || event.metaKey
    const isIn = selected.includes(box.key)
    const keys = edges ? [box.key] : isIn ? selected : isAdded ? [...selected, box.key] : [box.key]
    // One of several that is pressed is selected alone, or taken out of them.
    const ifStill = !isIn || edges ? keys : isAdded ? keys.filter((key) => key !== box.key) : [box.key]
    setSelected(keys)
    event.currentTarget.setPointerCapture(event.pointerId)
    const desk = event.currentTarget.closest('[data-places]')
    const elements = keys.flatMap((key) => [...(desk?.querySelectorAll<HTMLElement>(`[data-box="${key}"]`) ?? [])])
    const from = { x: event.clientX, y: event.clientY }
    const moved = boxes.filter(({ key }) => keys.includes(key))
    const guides = guidesOf(box, sheet)
    drag.current = { box, keys, moved, edges, sheet, guides, from, elements, ifStill, by: undefined }
  }

  const move = (event: PointerEvent) => {
    const now = drag.current
    if (!now) return
    const isStill = Math.hypot(event.clientX - now.from.x, event.clientY - now.from.y) < STILL
    if (now.by || !isStill) now.by = show(now, event, pages)
  }

  const end = (isKept: boolean) => {
    const now = drag.current
    drag.current = null
    if (!now) return
    const { box, edges, sheet, keys, by, elements, ifStill } = now
    if (!by) {
      if (isKept) setSelected(ifStill)
      return
    }
    for (const element of elements) element.style.translate = ''
    // The style that React last wrote stands again, also where nothing changes.
    if (edges) Object.assign(elements[0]?.style ?? {}, boxStyle(box, sheet.page))
    if (!isKept) return
    if (edges) change((all) => changeBox(all, resized(box, edges, { ...by, page: sheet.page }), pages))
    else change((all) => moveBoxes(all, keys, { ...by, pages }))
  }
  return { start, move, end: () => end(true), cancel: () => end(false) }
}
