import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './parts.module.css'

/** Something chosen that can be taken away again, such as a filter. */
export function Chip({
  children,
  removeLabel,
  onRemove,
}: {
  children: ReactNode
  removeLabel: string
  onRemove: () => void
}) {
  return (
    <span className={styles.chip}>
      <span>{children}</span>
      <button type="button" aria-label={removeLabel} onClick={onRemove}>
        <X size={14} aria-hidden />
      </button>
    </span>
  )
}
