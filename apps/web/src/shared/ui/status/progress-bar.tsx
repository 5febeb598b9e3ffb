import { classNames } from '../class-names.ts'
import styles from '../parts.module.css'

interface ProgressBarProps {
  label: string
  value: number
  max: number
  /** A hairline without a track, for the edge of a bar. */
  thin?: boolean
}

/** How far something is, out of `max`. */
export function ProgressBar({ label, value, max, thin }: ProgressBarProps) {
  return (
    <div
      className={classNames(styles.progress, thin && styles.thin)}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
    >
      <i style={{ transform: `scaleX(${max > 0 ? Math.min(1, value / max) : 0})` }} />
    </div>
  )
}
