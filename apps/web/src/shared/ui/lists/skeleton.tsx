import styles from '../parts.module.css'

/** A grey bar in the place of a text that is on its way; `width` is a share of its container, 0 to 100. */
export function Skeleton({ width = 60 }: { width?: number }) {
  return <span className={styles.skeleton} style={{ width: `${width}%` }} aria-hidden />
}
