import { useText } from '../../i18n/use-text.ts'
import styles from '../parts.module.css'
import { SIGNATURE_STROKE } from '../signature-stroke.ts'

const SIZE = 150

/** A signature that writes itself: only for waits that hold the whole screen. */
export function Loader() {
  const t = useText()
  return (
    <div className={styles.loader} role="status">
      <svg
        width={SIZE}
        height={SIZE}
        viewBox="0 0 40 40"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        <path pathLength={100} d={SIGNATURE_STROKE} />
      </svg>
      <span className="sr-only">{t('common.loading')}</span>
    </div>
  )
}
