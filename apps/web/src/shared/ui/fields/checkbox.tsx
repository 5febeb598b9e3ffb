import { useEffect, useRef, type ReactNode } from 'react'
import styles from '../parts.module.css'

interface CheckboxProps {
  checked: boolean
  onChange: (checked: boolean) => void
  /** The visible text, or the accessible name when `labelHidden`. */
  label: ReactNode
  labelHidden?: boolean
  indeterminate?: boolean
  disabled?: boolean
}

/** A tick box with its label. */
export function Checkbox({ checked, onChange, label, labelHidden, indeterminate = false, disabled }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <label className={styles.check}>
      <input
        ref={input}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={labelHidden ? 'sr-only' : undefined}>{label}</span>
    </label>
  )
}
