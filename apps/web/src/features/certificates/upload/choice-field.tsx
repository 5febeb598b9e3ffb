import { useId, type ReactNode } from 'react'
import styles from './upload.module.css'

export interface Choice {
  readonly id: string
  readonly label: string
  readonly note?: string
}

interface ChoiceFieldProps {
  /** What is chosen; the name of the group. */
  legend: ReactNode
  choices: readonly Choice[]
  selected: string | null
  onSelect: (id: string) => void
  /** Takes the focus as soon as it is there. */
  focused?: boolean
  disabled?: boolean
}

/** One of a few things, each with its own line. */
export function ChoiceField({ legend, choices, selected, onSelect, focused, disabled }: ChoiceFieldProps) {
  const name = useId()
  return (
    <fieldset className={styles.choices} disabled={disabled}>
      <legend>{legend}</legend>
      {choices.map(({ id, label, note }, index) => (
        <label key={id}>
          <input
            type="radio"
            name={name}
            checked={selected === id}
            autoFocus={focused && (selected === null ? index === 0 : selected === id)}
            onChange={() => onSelect(id)}
          />
          <span>
            {label}
            {note !== undefined && <small className="muted">{note}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
