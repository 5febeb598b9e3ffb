import { DATE_WINDOW_DAYS } from '@rubrica/domain'

/** A day of the calendar as `YYYY-MM-DD`, without a time zone; such texts sort by time. */
export type Day = string

const DAY_MS = 86_400_000

/** Noon in UTC of a day, for `Intl` with the zone UTC. */
export function instantOfDay(day: Day): Date {
  return new Date(`${day}T12:00:00Z`)
}

export const dayOfInstant = (instant: Date): Day => instant.toISOString().slice(0, 10)

/** Whether a text is a day that exists: not the 31st of February. */
export function isDay(text: unknown): text is Day {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const instant = instantOfDay(text)
  return !Number.isNaN(instant.getTime()) && dayOfInstant(instant) === text
}

/** The day it is now in the person's own time zone. */
export function today(now = new Date()): Day {
  return dayOfInstant(new Date(now.getTime() - now.getTimezoneOffset() * 60_000))
}

export function addDays(day: Day, days: number): Day {
  return dayOfInstant(new Date(instantOfDay(day).getTime() + days * DAY_MS))
}

/** The first and the last day that the dates of filters may have (spec §5). */
export function dateWindow(now = today()): { earliest: Day; latest: Day } {
  return { earliest: addDays(now, -DATE_WINDOW_DAYS), latest: now }
}

/** From and To as far as they can stand: days of the window, From not after To (spec §5); the rest is left out. */
export function readDateRange(range: { from?: unknown; to?: unknown }, now = today()): { from?: Day; to?: Day } {
  const { earliest, latest } = dateWindow(now)
  const inWindow = (day: unknown) => (isDay(day) && day >= earliest && day <= latest ? day : undefined)
  const from = inWindow(range.from)
  const to = inWindow(range.to)
  return from && to && from > to ? { from } : { from, to }
}
