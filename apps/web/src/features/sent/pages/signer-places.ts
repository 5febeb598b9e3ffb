/** Whose signature stands where on the pages of a sent document. */
import { hasLeft } from '@rubrica/domain'
import type { PagePlace } from '../../../shared/page-viewer/places/turn-place.ts'
import type { SentPlaces } from '../changes/places-query.ts'
import type { SentDocument, SentSigner } from '../sent-queries.ts'

export interface SignerPlaces {
  readonly signer: SentSigner
  /** In the order of the signers, from 1. */
  readonly number: number
  /** In the order of the pages; none where nothing is seen of their signature. */
  readonly places: readonly PagePlace[]
}

/** Of everybody who signs; who was replaced or removed has no place any more. */
export function signerPlacesOf({ signers }: Pick<SentDocument, 'signers'>, found: SentPlaces): SignerPlaces[] {
  const positions = new Map(found.signers.map((one) => [one.guid, one.positions]))
  return signers
    .filter(({ state }) => !hasLeft(state))
    .map((signer, index) => ({
      signer,
      number: index + 1,
      places: (positions.get(signer.guid) ?? [])
        .flatMap(({ page, x, y, width, height }) => {
          const sheet = found.pages[page - 1]
          if (!sheet) return []
          const [Left, Top] = [x / sheet.width, 1 - (y + height) / sheet.height]
          return [{ Page: page, Left, Top, Width: width / sheet.width, Height: height / sheet.height }]
        })
        .toSorted((one, other) => one.Page - other.Page || one.Top - other.Top),
    }))
}
