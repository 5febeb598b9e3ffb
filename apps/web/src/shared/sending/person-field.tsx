import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState, type KeyboardEvent } from 'react'
import { senderApi } from './sender-api.ts'
import { useText } from '../i18n/use-text.ts'
import { FieldFrame, inputClass } from '../ui/fields/field.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './person-field.module.css'

const LEAST_LETTERS = 2

/** Somebody of the subscription. */
export interface KnownPerson {
  readonly userId: string
  readonly name: string
  readonly mailDomain: string
  readonly canSign: boolean
}

/** People whose name has the text; none before there are two letters. */
function useSuggestions(text: string, subscription: string | undefined) {
  const sought = useDeferredValue(text.trim())
  const query = useQuery({
    queryKey: ['people', subscription, sought],
    queryFn: ({ signal }) => senderApi.suggestPeople({ query: { text: sought, subscription }, signal }),
    enabled: sought.length >= LEAST_LETTERS,
    placeholderData: (before) => before,
  })
  const isAsked = sought.length >= LEAST_LETTERS
  return { people: isAsked ? (query.data?.data ?? []) : [], isKnown: isAsked && query.isSuccess }
}

interface PersonFieldProps {
  label: string
  subscription: string | undefined
  /** Those who are there already; they are not suggested. */
  taken: readonly string[]
  /** They only read: what they could sign with is nobody's concern. */
  readsOnly?: boolean
  onChoose: (person: KnownPerson) => void
}

/** What is typed, who fits it, and which of them the arrow keys are at. */
function useChoice({ subscription, taken, onChoose }: Omit<PersonFieldProps, 'label' | 'readsOnly'>) {
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const { people, isKnown } = useSuggestions(text, subscription)
  const choices = people.filter(({ userId }) => !taken.includes(userId))
  const shown = isOpen ? choices : []
  const choose = (person: KnownPerson) => {
    onChoose(person)
    setText('')
    setOpen(false)
  }
  const type = (typed: string) => {
    setText(typed)
    setActive(0)
    setOpen(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = moveBy(event.key, active, shown.length)
    const chosen = shown[active]
    if (event.key === 'Escape') setOpen(false)
    if (event.key === 'Enter') event.preventDefault()
    if (event.key === 'Enter' && chosen) choose(chosen)
    if (moved === active || shown.length === 0) return
    event.preventDefault()
    setActive(moved)
  }
  const isNobody = isOpen && isKnown && choices.length === 0
  return { text, active, shown, isNobody, choose, type, onKeyDown, close: () => setOpen(false) }
}

/** A text field with people to choose from: the combobox of the ARIA patterns, with a list that follows the text. */
export function PersonField({ label, readsOnly = false, ...rest }: PersonFieldProps) {
  const t = useText()
  const listId = useId()
  const { text, active, shown, isNobody, choose, type, onKeyDown, close } = useChoice(rest)
  const optionId = (index: number) => `${listId}-${index}`
  return (
    <div onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}>
      <FieldFrame
        label={label}
        hint={t('send.personHint')}
        control={(attributes) => (
          <input
            {...attributes}
            type="text"
            role="combobox"
            className={inputClass}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={100}
            aria-expanded={shown.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={shown[active] && optionId(active)}
            value={text}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      />
      <ul id={listId} role="listbox" aria-label={label} className={styles.suggestions} hidden={shown.length === 0}>
        {shown.map((person, index) => (
          <Suggestion
            key={person.userId}
            id={optionId(index)}
            person={person}
            isActive={index === active}
            readsOnly={readsOnly}
            onChoose={() => choose(person)}
          />
        ))}
      </ul>
      <div role="status" className={styles.none}>
        {isNobody && t('send.nobody')}
      </div>
    </div>
  )
}

interface SuggestionProps {
  id: string
  person: KnownPerson
  isActive: boolean
  readsOnly: boolean
  onChoose: () => void
}

function Suggestion({ id, person, isActive, readsOnly, onChoose }: SuggestionProps) {
  const t = useText()
  return (
    <li
      id={id}
      role="option"
      aria-selected={isActive}
      className={classNames(styles.suggestion, isActive && styles.active)}
      // The field keeps the focus, so that the list does not close under the press.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <b>{person.name}</b>
      <span className="muted">
        {person.userId} · @{person.mailDomain}
      </span>
      {!readsOnly && !person.canSign && <span className={styles.warn}>{t('send.nothingToSignWith')}</span>}
    </li>
  )
}

/** Where a key leads in a list: round its ends. */
function moveBy(key: string, active: number, count: number): number {
  if (key === 'ArrowDown') return (active + 1) % Math.max(1, count)
  if (key === 'ArrowUp') return (active - 1 + count) % Math.max(1, count)
  return active
}
