import type { Ref, TextareaHTMLAttributes } from 'react'
import { classNames } from '../class-names.ts'
import { FieldFrame, inputClass, type FieldProps } from './field.tsx'
import styles from './field.module.css'

interface TextAreaFieldProps extends FieldProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange'> {
  value: string
  onChange: (value: string) => void
  /** How many characters are left, as a sentence; drawn in amber when `fewLeft`. */
  counter?: string
  fewLeft?: boolean
  ref?: Ref<HTMLTextAreaElement>
}

/** Several lines of text with label, hint, error and an optional live counter. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, hint, error, value, onChange, counter, fewLeft, ...rest } = props
  return (
    <FieldFrame
      {...{ label, hint, error }}
      aside={
        counter !== undefined && (
          <span
            className={classNames(styles.counter, 'num', fewLeft && styles.fewLeft)}
            aria-live={fewLeft ? 'polite' : 'off'}
          >
            {counter}
          </span>
        )
      }
      control={(attributes) => (
        <textarea
          rows={5}
          {...rest}
          {...attributes}
          className={classNames(inputClass, styles.area)}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    />
  )
}
