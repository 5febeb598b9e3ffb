import { addDays, dayOfInstant, instantOfDay, isDay, type Day } from './days.ts'
import { perLanguage } from './per-language.ts'

/** The first day of the month that lies so many months after the one of a day. */
export function addMonths(day: Day, months: number): Day {
  const [year, month] = day.split('-').map(Number)
  return dayOfInstant(new Date(Date.UTC(year!, month! - 1 + months, 1, 12)))
}

/**
 * The weeks of a month, each of seven places; places outside the month are null.
 * @param firstWeekday 0 for Sunday, 1 for Monday
 */
export function weeksOfMonth(day: Day, firstWeekday: number): (Day | null)[][] {
  const first = addMonths(day, 0)
  const next = addMonths(day, 1)
  const before = (instantOfDay(first).getUTCDay() - firstWeekday + 7) % 7
  const places: (Day | null)[] = Array.from({ length: before }, () => null)
  for (let each = first; each < next; each = addDays(each, 1)) places.push(each)
  while (places.length % 7 !== 0) places.push(null)
  return Array.from({ length: places.length / 7 }, (_, week) => places.slice(week * 7, week * 7 + 7))
}

/** Weeks begin on Sunday where English is written as here, and on Monday in the other languages. */
export function firstWeekday(language: string): number {
  return language === 'en' ? 0 : 1
}

const numeric = perLanguage((language) => {
  return new Intl.DateTimeFormat(language, { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' })
})

/** A day in figures, in the order of the language: 11/21/2026, 21/11/2026, 21.11.2026. */
export function writeDay(day: Day, language: string): string {
  return numeric(language).format(instantOfDay(day))
}

/** Reads what somebody typed, in the order of the language and with any signs between; null when it is no day. */
export function readDay(text: string, language: string): Day | null {
  const figures = text.match(/\d+/g) ?? []
  if (figures.length !== 3) return null
  const order = numeric(language)
    .formatToParts()
    .map(({ type }) => type)
    .filter((type) => type !== 'literal')
  const of = (type: 'year' | 'month' | 'day') => figures[order.indexOf(type)] ?? ''
  const year = of('year').length === 2 ? `20${of('year')}` : of('year')
  const day = `${year}-${of('month').padStart(2, '0')}-${of('day').padStart(2, '0')}`
  return isDay(day) ? day : null
}
