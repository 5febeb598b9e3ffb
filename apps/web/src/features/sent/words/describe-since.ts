import { addDays, instantOfDay, today, type Day } from '../../../shared/i18n/days.ts'
import { localDayOf } from '../../../shared/i18n/formats.ts'
import { perLanguage } from '../../../shared/i18n/per-language.ts'

/** How far back a day is named by its weekday alone. */
const WEEK = 7

const weekdays = perLanguage((language) => new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }))
const dates = perLanguage((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }))

export interface Since {
  /** Which sentence says it. */
  readonly form: 'today' | 'yesterday' | 'weekday' | 'date'
  /** The day's name or date, for the sentences that have one. */
  readonly day: string
}

/** How people say since when: today, yesterday, Tuesday, and the date of what is a week old. */
export function describeSince(time: string, language: string, now: Day = today()): Since {
  const day = localDayOf(time)
  if (day >= now) return { form: 'today', day: '' }
  if (day === addDays(now, -1)) return { form: 'yesterday', day: '' }
  if (day > addDays(now, -WEEK)) return { form: 'weekday', day: weekdays(language).format(instantOfDay(day)) }
  return { form: 'date', day: dates(language).format(instantOfDay(day)) }
}
