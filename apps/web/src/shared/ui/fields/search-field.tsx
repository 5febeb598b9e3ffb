import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { inputClass } from './field.tsx'
import { IconButton } from '../icon-button.tsx'
import styles from '../lists/search-panel.module.css'
import { useTypedText } from './use-typed-text.ts'

interface SearchFieldProps {
  /** Its accessible name, shown inside while it is empty. */
  label: string
  value: string
  /** Called after a pause in typing, and at once on Enter, when the field is left or emptied. */
  onChange: (value: string) => void
  maxLength?: number
  /** How long to wait for a pause in typing. */
  delayMs?: number
}

/** A box to search in a list. */
export function SearchField({ label, value, onChange, maxLength, delayMs }: SearchFieldProps) {
  const t = useText()
  const typed = useTypedText(value, onChange, delayMs)
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.search} role="search">
      <Search size={18} aria-hidden />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        dir="auto"
        className={inputClass}
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        value={typed.text}
        onChange={(event) => typed.type(event.target.value)}
        onBlur={typed.commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') typed.commit()
        }}
      />
      {typed.text !== '' && (
        <IconButton
          icon={X}
          label={t('search.clear')}
          // The box would be left, which searches for what is about to be dropped.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            typed.clear()
            input.current?.focus()
          }}
        />
      )}
    </div>
  )
}
