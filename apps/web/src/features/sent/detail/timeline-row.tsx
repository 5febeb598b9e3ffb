import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormats } from '../../../shared/i18n/formats.ts'
import styles from './timeline-card.module.css'

interface TimelineRowProps {
  icon: LucideIcon
  /** Of which some have a colour of their own. */
  type: string
  words: string
  at: string
  children?: ReactNode
}

/** A line of the timeline: its mark, its sentence, when it was, and what there is to add. */
export function TimelineRow({ icon: Icon, type, words, at, children }: TimelineRowProps) {
  const formats = useFormats()
  return (
    <li className={styles.entry} data-type={type}>
      <span className={styles.mark} aria-hidden>
        <Icon size={16} />
      </span>
      <div className={styles.words}>
        <span>{words}</span>{' '}
        <time className="muted num" dateTime={at}>
          {formats.moment(at)}
        </time>
        {children}
      </div>
    </li>
  )
}
