import { inOrder, type Place, type PlacedWords } from '../../shared/placing/places.ts'
import type { Draft, DraftFile, UploadedFile } from './draft.ts'

const WIDTH = 160
const HEIGHT = 50
const GAP = 12
const MARGIN = 36

/**
 * Places for signatures at the foot of the last page: from left to right, one row above the other.
 * @returns undefined where they do not fit, or the page's size is not known; the signatures are not seen then
 */
export function placeSignatures({ pages }: UploadedFile, count: number): Place[] | undefined {
  const last = pages.at(-1)
  if (!last) return undefined
  const columns = Math.floor((last.width - 2 * MARGIN + GAP) / (WIDTH + GAP))
  const rows = Math.ceil(count / Math.max(1, columns))
  if (columns < 1 || MARGIN + rows * (HEIGHT + GAP) > last.height) return undefined
  return Array.from({ length: count }, (_, index) => ({
    page: pages.length,
    x: MARGIN + (index % columns) * (WIDTH + GAP),
    y: MARGIN + Math.floor(index / columns) * (HEIGHT + GAP),
    width: WIDTH,
    height: HEIGHT,
  }))
}

/** Whoever has no place on this file has a signature that is not seen. */
export const isLostAtFoot = (uploaded: UploadedFile, count: number): boolean =>
  count > 0 && placeSignatures(uploaded, count) === undefined

/** A range that is written the wrong way round is meant the right way. */
const anchorOf = ({ words, occurrence, dx, dy, from = 1, to }: PlacedWords) => ({
  anchor: words,
  ...(occurrence !== undefined && { occurrence }),
  ...(dx !== undefined && { dx }),
  ...(dy !== undefined && { dy }),
  ...((from > 1 || to !== undefined) && {
    pages: to === undefined ? { from } : { from: Math.min(from, to), to: Math.max(from, to) },
  }),
})

/** A place as the server takes it. */
type SentPlace = Place | ReturnType<typeof anchorOf>

/** Of each signer: where they were placed on a file, else the foot of its last page; none where they are not seen. */
export function placesToSend(
  { signers, places, isVisible }: Draft,
  { key, uploaded }: Extract<DraftFile, { state: 'ready' }>,
): SentPlace[][] {
  if (!isVisible || uploaded.findings.includes('CERTIFIED')) return signers.map(() => [])
  const atFoot = placeSignatures(uploaded, signers.length)
  return signers.map(({ userId }, index) => {
    const isTheirs = (place: { file: string; signer: string }) => place.file === key && place.signer === userId
    const boxes = inOrder(places.boxes.filter(isTheirs)).map(({ page, x, y, width, height }) => ({
      page,
      x,
      y,
      width,
      height,
    }))
    const anchors = places.words.filter(isTheirs).map(anchorOf)
    const placed: SentPlace[] = [...boxes, ...anchors]
    return placed.length > 0 || !atFoot ? placed : [atFoot[index]!]
  })
}
