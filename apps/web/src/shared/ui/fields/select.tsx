import { ChevronDown } from 'lucide-react'
import type { SelectHTMLAttributes } from 'react'
import { classNames } from '../class-names.ts'
import styles from './field.module.css'

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> {
  value: string
  onChange: (value: string) => void
  /** Without a border, for a bar or a corner. */
  bare?: boolean
}

/** The browser's own select with our arrow. Name it with `aria-label`, or use `SelectField`. */
export function Select({ value, onChange, bare, className, ...rest }: SelectProps) {
  return (
    <span className={classNames(styles.selectBox, className)}>
      <select
        {...rest}
        className={classNames(!bare && styles.input, styles.select, bare && styles.bare)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <ChevronDown size={16} aria-hidden />
    </span>
  )
}
