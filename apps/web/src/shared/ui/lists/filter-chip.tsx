import { Lock, X } from 'lucide-react'
import { useText } from '../../i18n/use-text.ts'
import styles from './filter-chip.module.css'

interface FilterChipProps {
  /** What is filtered by, as "Tag". */
  name: string
  /** What must hold, as the tag itself. */
  value: string
  onRemove: () => void
  /** Set by what is selected, not by hand. */
  locked?: boolean
  /** What removing does, where it does more than take the filter away. */
  removeLabel?: string
}

/** A filter in use, which a press takes away. */
export function FilterChip({ name, value, onRemove, locked, removeLabel }: FilterChipProps) {
  const t = useText()
  const label = removeLabel ?? t('search.remove', { filter: `${name} ${value}` })
  return (
    <li className={styles.chip}>
      {locked && <Lock size={14} aria-hidden />}
      <span className={styles.name}>{name}</span>
      <bdi className={styles.value} title={value}>
        {value}
      </bdi>
      <button type="button" className={styles.remove} aria-label={label} title={label} onClick={onRemove}>
        <X size={16} aria-hidden />
      </button>
    </li>
  )
}
