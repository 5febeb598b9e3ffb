import { dayAfter, instantInZone, startOfDay } from '@rubrica/domain'

const DAY = /^(\d{4}-\d\d-\d\d)$/
const LOCAL = /^(\d{4}-\d\d-\d\d)[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)$/
const INSTANT =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

const SECOND_MS = 1000

/** Whether the calendar has it. @param day `YYYY-MM-DD` */
function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

/**
 * A deadline as a sheet has it (ISO 8601): a day until its end, or a time, where the clocks of the sheet's zone show it
 * unless it names an offset of its own. Days as 3/4/2027 mean different days to different people, and are none.
 * @returns undefined for what is no such date
 */
export function readDeadline(text: string, timeZone: string): Date | undefined {
  const [, day, time] = DAY.exec(text) ?? LOCAL.exec(text) ?? INSTANT.exec(text) ?? []
  if (day === undefined || !isDay(day)) return undefined
  if (DAY.test(text)) return new Date(startOfDay(dayAfter(day), timeZone).getTime() - SECOND_MS)
  return time === undefined ? new Date(text) : instantInZone(`${day}T${time}`, timeZone)
}
