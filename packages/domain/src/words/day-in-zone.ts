const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Whether a name such as `Europe/Madrid` is a time zone that this machine knows. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/**
 * The first instant of a day of the calendar in a time zone. A day whose midnight the clocks skip begins when they go
 * on.
 * @param day `YYYY-MM-DD`
 */
export const startOfDay = (day: string, timeZone: string): Date => instantInZone(`${day}T00:00`, timeZone)

/**
 * The instant at which the clocks of a time zone show a time. One that they skip is when they go on.
 * @param local `YYYY-MM-DDTHH:mm`, with seconds or without
 */
export function instantInZone(local: string, timeZone: string): Date {
  const inUtc = Date.parse(`${local}Z`)
  const first = inUtc - offsetAt(inUtc, timeZone)
  const second = inUtc - offsetAt(first, timeZone)
  const isSettled = offsetAt(second, timeZone) === offsetAt(first, timeZone)
  return new Date(isSettled ? second : Math.max(first, second))
}

/** The day of the calendar, `YYYY-MM-DD`, that an instant lies in where a time zone is kept. */
export const dayInZone = (instant: Date, timeZone: string): string =>
  new Date(instant.getTime() + offsetAt(instant.getTime(), timeZone)).toISOString().replace(/T.*$/, '')

/** The day after. @param day `YYYY-MM-DD` */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().replace(/T.*$/, '')
}

/** How far a zone is ahead of UTC, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(instant)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  const size = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
  return sign === '-' ? -size : size
}
