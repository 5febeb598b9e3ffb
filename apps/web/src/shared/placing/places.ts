/** Where signatures will stand, and what may be done to these boxes. Nothing here knows the screen. */

/** Points, origin at the lower left corner of the page as displayed; `page` from 1. */
export interface Place {
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** What has to be known of a file to place something on it. */
export interface PlaceableFile {
  readonly pages: Pages
  readonly findings: readonly string[]
}

/** A box of one signer on one file. */
export interface PlacedBox extends Place {
  readonly key: string
  /** Key of the file in the draft. */
  readonly file: string
  /** User id of the signer. */
  readonly signer: string
}

/** A place that is found by words when the document is sent. */
export interface PlacedWords {
  readonly key: string
  readonly file: string
  readonly signer: string
  readonly words: string
  /** Which of the places where they stand, from 1; the first without it. */
  readonly occurrence?: number | undefined
  /** Points from the usual place: to the right, and upwards. */
  readonly dx?: number | undefined
  readonly dy?: number | undefined
  /** Pages that are looked through, both included; all of them without these. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export interface Places {
  readonly boxes: readonly PlacedBox[]
  readonly words: readonly PlacedWords[]
}

export const NO_PLACES: Places = { boxes: [], words: [] }

/** Points. */
export const BOX = { width: 180, height: 60 }
/** Smaller ones are hardly read, nor hit by a finger. */
export const SMALLEST = { width: 40, height: 24 }
/** Of one signer on one file, as the server takes them. */
export const MOST_PLACES = 20

type Size = { readonly width: number; readonly height: number }
type Pages = readonly (Size | null)[]

const between = (least: number, value: number, most: number) => Math.max(least, Math.min(value, most))
/** A tenth of a point is finer than any screen shows. */
const rounded = (value: number) => Math.round(value * 10) / 10

/** The same box, as large as it may be and wholly on its page. @param page points, as displayed */
export function onPage<Box extends Place>(box: Box, page: Size): Box {
  const width = rounded(between(Math.min(SMALLEST.width, page.width), box.width, page.width))
  const height = rounded(between(Math.min(SMALLEST.height, page.height), box.height, page.height))
  const x = rounded(between(0, box.x, page.width - width))
  const y = rounded(between(0, box.y, page.height - height))
  return { ...box, x, y, width, height }
}

/** Whether a box lies wholly on its page, which may be another one since it was placed. */
export function isOnPage({ x, y, width, height }: Place, page: Size | null | undefined): boolean {
  const slack = 0.1
  if (page === undefined) return false
  return page === null || (x >= 0 && y >= 0 && x + width <= page.width + slack && y + height <= page.height + slack)
}

/** Why a file takes no box, or no further one, of a signer. */
export type Locked = 'certified' | 'oneEach' | 'enough'

/** A file that its author certified takes none that is seen; one that is signed already takes one for each signer. */
export function lockOf(places: Places, { findings }: PlaceableFile, of: { file: string; signer: string }) {
  if (findings.includes('CERTIFIED')) return 'certified' as const
  const isOf = (place: { file: string; signer: string }) => place.file === of.file && place.signer === of.signer
  const count = places.boxes.filter(isOf).length + places.words.filter(isOf).length
  if (findings.includes('SIGNED') && count > 0) return 'oneEach' as const
  return count >= MOST_PLACES ? ('enough' as const) : undefined
}

const changeBoxes = (places: Places, change: (box: PlacedBox) => PlacedBox): Places => ({
  ...places,
  boxes: places.boxes.map(change),
})

const isIn = (keys: readonly string[]) => {
  const wanted = new Set(keys)
  return ({ key }: { readonly key: string }) => wanted.has(key)
}

export const addBox = (places: Places, box: PlacedBox, page: Size): Places => ({
  ...places,
  boxes: [...places.boxes, onPage(box, page)],
})

/** A place on a page that no other box of it covers, from its foot upwards; at its foot where there is none. */
export function freeSpot(boxes: readonly Place[], page: Size): Pick<Place, 'x' | 'y'> {
  const x = (page.width - BOX.width) / 2
  const isFree = (y: number) =>
    boxes.every(
      (box) => box.x >= x + BOX.width || box.x + box.width <= x || box.y >= y + BOX.height || box.y + box.height <= y,
    )
  for (let y = 72; y + BOX.height <= page.height; y += BOX.height + 12) if (isFree(y)) return { x, y }
  return { x, y: 72 }
}

/** Moves boxes together: as far as the first of them reaches the edge of its page. */
export function moveBoxes(places: Places, keys: readonly string[], by: { x: number; y: number; pages: Pages }): Places {
  const isMoved = isIn(keys)
  const moved = places.boxes.filter(isMoved)
  const room = (at: (box: PlacedBox, page: Size) => readonly [number, number]) =>
    moved.map((box) => at(box, by.pages[box.page - 1]!))
  const across = room((box, page) => [-box.x, page.width - box.width - box.x])
  const along = room((box, page) => [-box.y, page.height - box.height - box.y])
  const within = (value: number, all: (readonly [number, number])[]) =>
    between(Math.max(...all.map(([least]) => least)), value, Math.min(...all.map(([, most]) => most)))
  const [x, y] = [within(by.x, across), within(by.y, along)]
  return changeBoxes(places, (box) => (isMoved(box) ? { ...box, x: rounded(box.x + x), y: rounded(box.y + y) } : box))
}

export interface Resizing {
  /** Which edges move. */
  readonly left?: boolean
  readonly right?: boolean
  readonly top?: boolean
  readonly bottom?: boolean
}

/** A box with some of its edges moved, which never pass each other or the page’s. */
export function resized<Box extends Place>(
  box: Box,
  edges: Resizing,
  { x, y, page }: { x: number; y: number; page: Size },
): Box {
  const [right, top] = [box.x + box.width, box.y + box.height]
  const newLeft = edges.left ? between(0, box.x + x, right - SMALLEST.width) : box.x
  const newRight = edges.right ? between(newLeft + SMALLEST.width, right + x, page.width) : right
  const newBottom = edges.bottom ? between(0, box.y + y, top - SMALLEST.height) : box.y
  const newTop = edges.top ? between(newBottom + SMALLEST.height, top + y, page.height) : top
  return onPage({ ...box, x: newLeft, y: newBottom, width: newRight - newLeft, height: newTop - newBottom }, page)
}

/** Numbers, page or owner of a box; it stays on its page. */
export function changeBox(places: Places, change: Partial<PlacedBox> & Pick<PlacedBox, 'key'>, pages: Pages): Places {
  return changeBoxes(places, (box) => {
    const page = pages[(change.page ?? box.page) - 1]
    return box.key === change.key && page ? onPage({ ...box, ...change }, page) : box
  })
}

/** Without these boxes and words. */
export function removePlaces({ boxes, words }: Places, keys: readonly string[]): Places {
  const isRemoved = isIn(keys)
  return { boxes: boxes.filter((box) => !isRemoved(box)), words: words.filter((one) => !isRemoved(one)) }
}

interface Copying {
  readonly file: PlaceableFile
  readonly newKey: () => string
}

/** Adds boxes as long as their file takes them. */
const addAll = (places: Places, boxes: readonly PlacedBox[], file: PlaceableFile): Places =>
  boxes.reduce((now, box) => {
    const page = file.pages[box.page - 1]
    return page && lockOf(now, file, box) === undefined ? addBox(now, box, page) : now
  }, places)

/** Copies on a page; a little beside where they come from when that is the same one. */
export function copyBoxes(
  places: Places,
  boxes: readonly PlacedBox[],
  { page, file, newKey }: Copying & { page: number },
): Places {
  const copies = boxes.map((box) => {
    const aside = box.page === page ? 12 : 0
    return { ...box, key: newKey(), page, x: box.x + aside, y: box.y - aside }
  })
  return addAll(places, copies, file)
}

/** The same box on every page that has none of its signer there yet. */
export function onAllPages(places: Places, key: string, { file, newKey }: Copying): Places {
  const box = places.boxes.find((one) => one.key === key)
  if (!box) return places
  const taken = new Set(
    places.boxes.filter((one) => one.file === box.file && one.signer === box.signer).map(({ page }) => page),
  )
  const copies = file.pages.flatMap((_page, index) =>
    taken.has(index + 1) ? [] : [{ ...box, key: newKey(), page: index + 1 }],
  )
  return addAll(places, copies, file)
}

export const ALIGNMENTS = ['left', 'right', 'top', 'bottom'] as const
export type Alignment = (typeof ALIGNMENTS)[number]

/** Puts the edges of boxes on one line: that of the first of them. */
export function alignBoxes(
  places: Places,
  { keys, to }: { keys: readonly string[]; to: Alignment },
  pages: Pages,
): Places {
  const first = places.boxes.find(({ key }) => key === keys[0])
  if (!first) return places
  const at: Readonly<Record<Alignment, (box: PlacedBox) => Partial<Place>>> = {
    left: () => ({ x: first.x }),
    right: ({ width }) => ({ x: first.x + first.width - width }),
    bottom: () => ({ y: first.y }),
    top: ({ height }) => ({ y: first.y + first.height - height }),
  }
  return keys.reduce((now, key) => {
    const box = now.boxes.find((one) => one.key === key)
    return box ? changeBox(now, { key, ...at[to](box) }, pages) : now
  }, places)
}

/** Lines that edges of a box are drawn to, in points. */
export interface Guides {
  readonly xs: readonly number[]
  readonly ys: readonly number[]
}

const nearest = (edges: readonly number[], lines: readonly number[], within: number) => {
  const gaps = lines.flatMap((line) => edges.map((edge) => line - edge)).filter((gap) => Math.abs(gap) <= within)
  return gaps.toSorted((one, other) => Math.abs(one) - Math.abs(other))[0] ?? 0
}

/** How much further a box has to go to lie against a line that is near. @param within points */
export const snapping = ({ x, y, width, height }: Place, { xs, ys }: Guides, within: number) => ({
  x: nearest([x, x + width], xs, within),
  y: nearest([y, y + height], ys, within),
})

/** Boxes of a signer on a file in the order of the pages, each from top to bottom, from 1. */
export function ordinalOf({ boxes }: Places, box: PlacedBox): number {
  return inOrder(boxes.filter(({ file, signer }) => file === box.file && signer === box.signer)).indexOf(box) + 1
}

export const inOrder = (boxes: readonly PlacedBox[]): PlacedBox[] =>
  boxes.toSorted((one, other) => one.page - other.page || other.y - one.y || one.x - other.x)

interface Placeable {
  readonly files: readonly { readonly key: string }[]
  readonly signers: readonly { readonly userId: string }[]
  readonly places: Places
}

/** Without the places of files and signers that are not in the draft any more. */
export function withoutOrphans<D extends Placeable>(draft: D): D {
  const files = new Set(draft.files.map(({ key }) => key))
  const signers = new Set(draft.signers.map(({ userId }) => userId))
  const isKept = (place: { file: string; signer: string }) => files.has(place.file) && signers.has(place.signer)
  const { boxes, words } = draft.places
  if (boxes.every(isKept) && words.every(isKept)) return draft
  return { ...draft, places: { boxes: boxes.filter(isKept), words: words.filter(isKept) } }
}
