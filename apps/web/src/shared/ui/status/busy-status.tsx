import { useEffect, useRef, type ReactNode } from 'react'
import styles from './busy-status.module.css'

/** That something goes on whose end nobody knows, for the eyes as a moving line and for the ears as a status. */
export function BusyStatus({ words, children }: { words: string; children?: ReactNode }) {
  const status = useRef<HTMLDivElement>(null)
  useEffect(() => status.current?.focus(), [])
  return (
    <div ref={status} className={styles.busy} role="status" tabIndex={-1}>
      <i aria-hidden />
      <p>
        <strong>{words}</strong>
      </p>
      {children !== undefined && <p className="muted">{children}</p>}
    </div>
  )
}
