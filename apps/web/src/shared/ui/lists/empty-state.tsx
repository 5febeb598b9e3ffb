import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from '../parts.module.css'

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  text?: string
  /** `h1` where it is the whole screen. */
  heading?: 'h1' | 'h2'
  /** The server refused. */
  refused?: boolean
  /** What can be done about it. */
  children?: ReactNode
}

/** Says that there is nothing here, and what to do next. */
export function EmptyState({ icon: Icon, title, text, heading: Heading = 'h2', refused, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Icon size={40} aria-hidden className={refused ? styles.refused : undefined} />
      <Heading>{title}</Heading>
      {text !== undefined && <p className="muted">{text}</p>}
      {children && <div>{children}</div>}
    </div>
  )
}
