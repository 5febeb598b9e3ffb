import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { addDays, instantOfDay, today, type Day } from '../../i18n/days.ts'
import { addMonths, firstWeekday, weeksOfMonth } from '../../i18n/calendar-days.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import styles from './calendar.module.css'
import { IconButton } from '../icon-button.tsx'

interface CalendarProps {
  value: Day | undefined
  min: Day
  max: Day
  onChoose: (day: Day) => void
}

/** How far a key moves, in days; months are told apart below. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

function dayAfterKey(key: string, day: Day): Day | null {
  const step = STEPS[key]
  if (step !== undefined) return addDays(day, step)
  if (key === 'PageUp') return addMonths(day, -1)
  if (key === 'PageDown') return addMonths(day, 1)
  if (key === 'Home') return addMonths(day, 0)
  if (key === 'End') return addDays(addMonths(day, 1), -1)
  return null
}

const clamp = (day: Day, min: Day, max: Day) => (day < min ? min : day > max ? max : day)

/** The formats of a calendar in the person's language. */
function useDayFormats() {
  const language = useLanguage()
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
    return (day: Day) => formatter.format(instantOfDay(day))
  }
  return {
    first: firstWeekday(language),
    month: format({ month: 'long', year: 'numeric' }),
    whole: format({ dateStyle: 'full' }),
    weekday: format({ weekday: 'short' }),
    longWeekday: format({ weekday: 'long' }),
  }
}

/** The names of the weekdays over a week that lies wholly in the month. */
function WeekdayHead({ days, formats }: { days: readonly (Day | null)[]; formats: ReturnType<typeof useDayFormats> }) {
  return (
    <thead>
      <tr>
        {days.map((day) => (
          <th key={day} scope="col" abbr={formats.longWeekday(day!)}>
            {formats.weekday(day!)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface DayCellProps extends CalendarProps {
  /** Null for a place outside the month. */
  day: Day | null
  /** The day that the keyboard is at. */
  at: Day
  label: (day: Day) => string
}

function DayCell({ day, at, value, min, max, label, onChoose }: DayCellProps) {
  if (day === null) return <td />
  return (
    <td aria-selected={day === value}>
      <button
        type="button"
        className={styles.day}
        tabIndex={day === at ? 0 : -1}
        disabled={day < min || day > max}
        aria-label={label(day)}
        aria-current={day === today() ? 'date' : undefined}
        onClick={() => onChoose(day)}
      >
        {Number(day.slice(-2))}
      </button>
    </td>
  )
}

/** One month at a time; arrow keys go from day to day, Page Up and Page Down from month to month. */
export function Calendar({ value, min, max, onChoose }: CalendarProps) {
  const t = useText()
  const formats = useDayFormats()
  const title = useId()
  const [at, setAt] = useState(() => clamp(value ?? today(), min, max))
  const grid = useRef<HTMLTableElement>(null)
  // The arrows over the grid keep the focus that they have.
  const [steps, setSteps] = useState(0)
  useEffect(() => {
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [steps])
  const turn = (months: number) => setAt(clamp(addMonths(at, months), min, max))
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(event.key, at)
    if (next === null) return
    event.preventDefault()
    setAt(clamp(next, min, max))
    setSteps(steps + 1)
  }
  const weeks = weeksOfMonth(at, formats.first)
  return (
    <>
      <div className={styles.head}>
        <IconButton
          icon={ChevronLeft}
          label={t('dates.previousMonth')}
          resting={addMonths(at, 0) <= min}
          onClick={() => turn(-1)}
        />
        <p id={title} aria-live="polite">
          {formats.month(at)}
        </p>
        <IconButton
          icon={ChevronRight}
          label={t('dates.nextMonth')}
          resting={addMonths(at, 1) > max}
          onClick={() => turn(1)}
        />
      </div>
      <table ref={grid} role="grid" className={styles.grid} aria-labelledby={title} onKeyDown={onKeyDown}>
        <WeekdayHead days={weeks[1]!} formats={formats} />
        <tbody>
          {weeks.map((week, row) => (
            <tr key={row}>
              {week.map((day, place) => (
                <DayCell key={place} {...{ day, at, value, min, max, onChoose }} label={formats.whole} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
