import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './parts.module.css'

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  text?: string
  /** What can be done about it. */
  children?: ReactNode
}

/** Says that there is nothing here, and what to do next. */
export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Icon size={40} aria-hidden />
      <h2>{title}</h2>
      {text !== undefined && <p className="muted">{text}</p>}
      {children && <div>{children}</div>}
    </div>
  )
}
