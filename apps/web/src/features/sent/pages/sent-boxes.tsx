import { turnPlace } from '../../../shared/page-viewer/places/turn-place.ts'
import { colourOf } from '../../../shared/placing/signer-colours.ts'
import type { SignerPlaces } from './signer-places.ts'
import styles from './pages.module.css'

interface SentBoxesProps {
  signers: readonly SignerPlaces[]
  page: number
  quarterTurns: number
}

const percent = (share: number) => `${share * 100}%`

export const inTheirColour = (number: number) => ({ '--who': colourOf(number - 1) }) as React.CSSProperties

/** The places of a page, each with the number and the name of who signs there. */
export function SentBoxes({ signers, page, quarterTurns }: SentBoxesProps) {
  return signers.flatMap(({ signer, number, places }) =>
    places
      .filter(({ Page }) => Page === page)
      .map((place, index) => {
        const { Left, Top, Width, Height } = turnPlace(place, quarterTurns)
        const box = { left: percent(Left), top: percent(Top), width: percent(Width), height: percent(Height) }
        return (
          <div
            key={`${signer.guid} ${index}`}
            className={styles.box}
            style={{ ...inTheirColour(number), ...box }}
            data-place
          >
            <b className={styles.badge}>{number}</b> <bdi className={styles.name}>{signer.name}</bdi>
          </div>
        )
      }),
  )
}
