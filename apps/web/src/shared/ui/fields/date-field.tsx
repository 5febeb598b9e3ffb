import type { Language } from '@rubrica/domain'
import { CalendarDays } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import type { Day } from '../../i18n/days.ts'
import { readDay, writeDay } from '../../i18n/calendar-days.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import styles from './date-field.module.css'
import { FieldFrame, inputClass } from './field.tsx'
import { IconButton } from '../icon-button.tsx'

const Calendar = lazy(() => import('./calendar.tsx').then((module) => ({ default: module.Calendar })))

interface DateFieldProps {
  label: string
  value: Day | undefined
  /** The first and the last day that may be chosen. */
  min: Day
  max: Day
  onChange: (day: Day | undefined) => void
}

/** What is being typed as a day, and what is wrong with it. */
function useTypedDay({ value, min, max, onChange }: DateFieldProps) {
  const t = useText()
  const language = useLanguage()
  const [draft, setDraft] = useState<string | null>(null)
  /** The value that a chosen day is to replace: until then the field shows that day already. */
  const [replaced, setReplaced] = useState<{ readonly value: Day | undefined } | null>(null)
  if (replaced && replaced.value !== value) {
    setReplaced(null)
    setDraft(null)
  }
  const [error, setError] = useState<string>()
  const choose = (day: Day | undefined) => {
    setError(undefined)
    setDraft(day === value ? null : written(day, language))
    setReplaced(day === value ? null : { value })
    if (day !== value) onChange(day)
  }
  const commit = () => {
    if (draft === null) return
    const day = readDay(draft, language)
    if (draft.trim() === '') choose(undefined)
    else if (day === null) setError(t('dates.unreadable', { pattern: t('dates.pattern') }))
    else if (day < min || day > max) {
      setError(t('dates.outside', { earliest: writeDay(min, language), latest: writeDay(max, language) }))
    } else choose(day)
  }
  const type = (text: string) => {
    setDraft(text)
    setReplaced(null)
    setError(undefined)
  }
  return { text: draft ?? written(value, language), error, type, commit, choose }
}

const written = (day: Day | undefined, language: Language) => (day === undefined ? '' : writeDay(day, language))

const WIDTH = 308
const HEIGHT = 372
const GAP = 8

/** Under the field where there is room, else as near as the window allows. */
function place(popover: HTMLElement, field: DOMRect): void {
  const left = Math.min(field.right - WIDTH, innerWidth - WIDTH - GAP)
  const below = field.bottom + GAP / 2
  const top = below + HEIGHT <= innerHeight ? below : Math.min(below, innerHeight - HEIGHT - GAP)
  popover.style.left = `${Math.max(GAP, left)}px`
  popover.style.top = `${Math.max(GAP, top)}px`
}

/** A day, typed in the way of the person's language or chosen in a calendar. */
export function DateField(props: DateFieldProps) {
  const t = useText()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const { text, error, type, commit, choose } = useTypedDay(props)
  const { label, value, min, max } = props
  return (
    <div ref={box}>
      <FieldFrame
        label={label}
        error={error}
        control={(attributes) => (
          <div className={styles.box}>
            <input
              {...attributes}
              type="text"
              className={inputClass}
              autoComplete="off"
              maxLength={32}
              placeholder={t('dates.pattern')}
              value={text}
              onChange={(event) => type(event.target.value)}
              onBlur={commit}
              onKeyDown={(event) => {
                if (event.key === 'Enter') commit()
              }}
            />
            <IconButton icon={CalendarDays} label={t('dates.open', { label })} popoverTarget={id} />
          </div>
        )}
      />
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('dates.calendar')}
        className={styles.popover}
        onBeforeToggle={(event) => {
          if (event.newState === 'open' && box.current) place(event.currentTarget, box.current.getBoundingClientRect())
        }}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && (
          <Suspense>
            <Calendar
              {...{ value, min, max }}
              onChoose={(day) => {
                popover.current?.hidePopover()
                choose(day)
              }}
            />
          </Suspense>
        )}
      </div>
    </div>
  )
}
