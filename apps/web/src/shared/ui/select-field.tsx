import type { ReactNode, SelectHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import { FieldFrame, inputClass, type FieldProps } from './field.tsx'
import styles from './field.module.css'

interface SelectFieldProps extends FieldProps, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> {
  value: string
  onChange: (value: string) => void
  /** The `<option>`s. */
  children: ReactNode
}

/** A choice out of a list, drawn by the browser itself. */
export function SelectField({ label, hint, error, value, onChange, children, ...rest }: SelectFieldProps) {
  return (
    <FieldFrame
      {...{ label, hint, error }}
      control={(attributes) => (
        <select
          {...rest}
          {...attributes}
          className={classNames(inputClass, styles.select)}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {children}
        </select>
      )}
    />
  )
}

/** The look of a bare `<select>` that has its own label. */
export const selectClass = classNames(inputClass, styles.select)
export const bareSelectClass = classNames(styles.select, styles.bare)
