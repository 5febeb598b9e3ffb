import { useId } from 'react'
import { TextField } from './text-field.tsx'
import { useTypedText } from './use-typed-text.ts'

interface FilterTextFieldProps {
  label: string
  value: string
  /** Called after a pause in typing, and at once on Enter or when the field is left. */
  onChange: (value: string) => void
  maxLength?: number
  delayMs?: number
  /** What is offered while typing. */
  suggestions?: readonly string[]
}

/** A text to filter a list by. */
export function FilterTextField({ label, value, onChange, maxLength, delayMs, suggestions }: FilterTextFieldProps) {
  const id = useId()
  const typed = useTypedText(value, onChange, delayMs)
  return (
    <>
      <TextField
        label={label}
        value={typed.text}
        dir="auto"
        autoComplete="off"
        maxLength={maxLength}
        list={suggestions && id}
        onChange={typed.type}
        onBlur={typed.commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') typed.commit()
        }}
      />
      {suggestions && (
        <datalist id={id}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </>
  )
}
