import type { InputHTMLAttributes, Ref } from 'react'
import { afterPress } from './after-press.ts'
import { FieldFrame, inputClass, type FieldProps } from './field.tsx'

interface TextFieldProps extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  value: string
  onChange: (value: string) => void
  ref?: Ref<HTMLInputElement>
}

/** One line of text with its label, hint and error. */
export function TextField({ label, hint, error, value, onChange, onBlur, ...rest }: TextFieldProps) {
  return (
    <FieldFrame
      {...{ label, hint, error }}
      control={(attributes) => (
        <input
          type="text"
          {...rest}
          {...attributes}
          className={inputClass}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={(event) => afterPress(() => onBlur?.(event))}
        />
      )}
    />
  )
}
