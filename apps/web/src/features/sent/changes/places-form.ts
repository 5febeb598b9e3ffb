/** Where the signatures of a sent document stand, between what the calls say and what the editor shows. */
import { BOX, freeSpot, inOrder, NO_PLACES, type Place, type Places } from '../../../shared/placing/places.ts'
import type { SentDocument } from '../sent-queries.ts'
import { signersOn } from './may-change.ts'
import type { SentPlaces } from './places-query.ts'

/** The one file that is placed on. */
export const FILE = 'file'

const positionOf = ({ page, x, y, width, height }: Place) => ({ page, x, y, width, height })

/** A free place on the last page; undefined where nothing can be seen there. */
export function footOf({ pages, findings, signers }: SentPlaces): Place | undefined {
  const page = pages.at(-1)
  if (!page || page.width < BOX.width || findings.some(({ code }) => code === 'CERTIFIED')) return undefined
  const there = signers.flatMap(({ positions }) => positions).filter((one) => one.page === pages.length)
  return { page: pages.length, ...freeSpot(there, page), ...BOX }
}

/** Who signs and where, for the editor; people are named there by their slot. */
export const placingOf = (document: SentDocument, { signers }: SentPlaces) => ({
  signers: signersOn(document).map(({ guid, name }) => ({ userId: guid, name })),
  places: {
    ...NO_PLACES,
    boxes: signers.flatMap(({ guid, positions }) =>
      positions.map((position, index) => ({ ...position, key: `${guid} ${index}`, file: FILE, signer: guid })),
    ),
  },
})

/** The signers whose places have become others, as the call takes them. */
export function movedOf({ signers }: SentPlaces, { boxes, words }: Places) {
  return signers.flatMap(({ guid, positions }) => {
    const placed = inOrder(boxes.filter(({ signer }) => signer === guid)).map(positionOf)
    const anchors = words.filter(({ signer }) => signer === guid).map((one) => ({ anchor: one.words }))
    const before = JSON.stringify(
      inOrder(positions.map((one) => ({ ...one, key: '', file: '', signer: '' }))).map(positionOf),
    )
    return anchors.length === 0 && JSON.stringify(placed) === before
      ? []
      : [{ guid, positions: [...placed, ...anchors] }]
  })
}
