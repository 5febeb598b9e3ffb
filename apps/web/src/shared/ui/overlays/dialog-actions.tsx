import type { ReactNode } from 'react'
import styles from './dialog.module.css'

/**
 * The buttons of a dialog, least important first; the last thing in its content. They stay in sight at its lower edge
 * when there is more above them than the window shows.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
