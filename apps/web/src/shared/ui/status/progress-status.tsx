import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { ProgressBar } from './progress-bar.tsx'
import styles from './progress-status.module.css'

interface ProgressStatusProps {
  /** What is being done, or that it is done. */
  words: string
  /** How many of `max` are done. */
  value: number
  max: number
  /** Work goes on: the bar shows life even while `value` stays. */
  working: boolean
  /** Takes the focus that the button before it had. */
  focused?: boolean
  /** More about what is at work now. */
  children?: ReactNode
}

/** How many of several things are done, for the eyes as a bar with current/total and for the ears as a status. */
export function ProgressStatus({ words, value, max, working, focused, children }: ProgressStatusProps) {
  const status = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focused) status.current?.focus()
  }, [focused])
  return (
    <div ref={status} className={styles.status} role="status" tabIndex={-1} data-working={working || undefined}>
      <ProgressBar label={words} value={value} max={max} />
      <p className={styles.words}>
        {!working && <CircleCheck size={20} aria-hidden />}
        <span className="num">{words}</span>
        <span className={styles.count} aria-hidden>
          {value}/{max}
        </span>
      </p>
      {children}
    </div>
  )
}
