import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import { FieldFrame, inputClass } from '../ui/fields/field.tsx'
import styles from './person-field.module.css'

/** Something to choose. */
export interface Option {
  readonly id: string
  readonly content: ReactNode
  readonly choose: () => void
}

/** Options under a heading; under none where it is empty. */
export interface Section {
  readonly title: string
  readonly options: readonly Option[]
}

interface ComboboxProps {
  label: string
  hint: string
  text: string
  onText: (text: string) => void
  sections: readonly Section[]
  /** Said where nothing fits what is typed. */
  none: string | undefined
  /** There are options before anything is typed. They lie over what follows, which stays where it is. */
  opensEmpty?: boolean
}

/** Whether the list is open, and which of its options the arrow keys are at; -1 for none. */
function useList({ text, onText, sections, opensEmpty = false }: ComboboxProps) {
  const first = text.trim() === '' ? -1 : 0
  const [moved, setMoved] = useState<number>()
  const [isOpen, setOpen] = useState(false)
  const options = isOpen ? sections.flatMap((section) => section.options) : []
  const active = Math.min(moved ?? first, options.length - 1)
  const close = () => {
    setOpen(false)
    setMoved(undefined)
  }
  const open = () => opensEmpty && setOpen(true)
  const choose = (option: Option) => {
    option.choose()
    onText('')
    close()
  }
  const type = (typed: string) => {
    onText(typed)
    setMoved(undefined)
    setOpen(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = options[active]
    if (event.key === 'Escape') close()
    if (event.key === 'Enter') event.preventDefault()
    if (event.key === 'Enter' && chosen) choose(chosen)
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    if (isOpen) setMoved(moveBy(event.key, active, options.length))
    else open()
  }
  return { isOpen, options, active, close, open, choose, type, onKeyDown }
}

/** A text field with something to choose from: the combobox of the ARIA patterns, with a list that follows the text. */
export function Combobox(props: ComboboxProps) {
  const { label, hint, text, sections, none, opensEmpty = false } = props
  const listId = useId()
  const { isOpen, options, active, close, open, choose, type, onKeyDown } = useList(props)
  const current = options[active]
  return (
    <div className={styles.field} onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}>
      <FieldFrame
        label={label}
        hint={hint}
        control={(attributes) => (
          <div className={styles.control}>
            <input
              {...attributes}
              type="text"
              role="combobox"
              className={inputClass}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={100}
              aria-expanded={options.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={current && `${listId}-${current.id}`}
              value={text}
              onChange={(event) => type(event.target.value)}
              onFocus={open}
              onClick={open}
              onKeyDown={onKeyDown}
            />
            <div
              id={listId}
              role="listbox"
              aria-label={label}
              className={classNames(styles.suggestions, opensEmpty && styles.over)}
              hidden={options.length === 0}
            >
              {isOpen &&
                sections.map((section) => (
                  <Options key={section.title} {...{ section, listId, onChoose: choose }} current={current?.id} />
                ))}
            </div>
          </div>
        )}
      />
      <div role="status" className={styles.none}>
        {none}
      </div>
    </div>
  )
}

interface OptionsProps {
  section: Section
  listId: string
  /** Id of the one that the arrow keys are at. */
  current: string | undefined
  onChoose: (option: Option) => void
}

function Options({ section: { title, options }, listId, current, onChoose }: OptionsProps) {
  const rows = options.map((option) => (
    <div
      key={option.id}
      id={`${listId}-${option.id}`}
      ref={(row) => {
        if (option.id === current) row?.scrollIntoView({ block: 'nearest' })
      }}
      role="option"
      aria-selected={option.id === current}
      className={classNames(styles.suggestion, option.id === current && styles.active)}
      // The field keeps the focus, so that the list does not close under the press.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(option)}
    >
      {option.content}
    </div>
  ))
  if (title === '' || options.length === 0) return rows
  return (
    <div role="group" aria-label={title}>
      <div className={styles.heading} aria-hidden onPointerDown={(event) => event.preventDefault()}>
        {title}
      </div>
      {rows}
    </div>
  )
}

/** Where a key leads in a list: round its ends. */
function moveBy(key: 'ArrowDown' | 'ArrowUp', active: number, count: number): number {
  if (key === 'ArrowDown') return (active + 1) % Math.max(1, count)
  return active <= 0 ? count - 1 : active - 1
}
