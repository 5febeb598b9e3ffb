import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { useIsLow, useIsNarrow } from '../../ui/use-is-narrow.ts'
import styles from './sign-places.module.css'
import { turnPlace, type PagePlace } from './turn-place.ts'
import type { PageViewer } from '../use-page-viewer.ts'

interface SignPlacesProps {
  places: readonly PagePlace[]
  page: number
  quarterTurns: number
}

const percent = (share: number) => `${share * 100}%`

/** The places of a page where the signature of the person will stand. */
export function SignPlaces({ places, page, quarterTurns }: SignPlacesProps) {
  const t = useText()
  return places
    .filter(({ Page }) => Page === page)
    .map((place, index) => {
      const { Left, Top, Width, Height } = turnPlace(place, quarterTurns)
      const box = { left: percent(Left), top: percent(Top), width: percent(Width), height: percent(Height) }
      return (
        <div key={index} className={styles.place} style={box} data-place data-look={place.look ? '' : undefined}>
          <span>{t('viewer.youSignHere')}</span>
          {place.look}
        </div>
      )
    })
}

/** Leads to the place where the person signs; where there are several, with each press to the next one. */
export function PlacePill({ viewer }: { viewer: PageViewer }) {
  const t = useText()
  const { places, ready, goToPlace } = viewer
  const [shown, setShown] = useState<number | null>(null)
  const [isLow, isNarrow] = [useIsLow(), useIsNarrow()]
  if (!ready || places.length === 0) return null
  const count = places.length
  const position = shown === null ? null : t('viewer.placeOf', { current: shown + 1, count })
  const show = () => {
    const next = shown === null ? 0 : (shown + 1) % count
    setShown(next)
    goToPlace(places[next]!)
  }
  return (
    <section aria-label={t('viewer.whereYouSign')} className={styles.pill}>
      <button type="button" onClick={show}>
        <PenLine size={16} aria-hidden />
        <span className={isLow && isNarrow ? 'sr-only' : undefined}>{t('viewer.whereYouSign')}</span>
        {count > 1 && shown !== null && (
          <span className="num" aria-hidden>
            {shown + 1} / {count}
          </span>
        )}
      </button>
      <span className="sr-only" role="status">
        {count > 1 && position}
      </span>
    </section>
  )
}
