import { perLanguage, writeNumber } from './per-language.ts'
import { useLanguage } from './use-text.ts'

const HAS_ZONE = /(?:z|[+-]\d\d:?\d\d)$/i

/** The instant of a time the server sent; without a zone it is UTC (spec §2). Null when it is no time. */
export function instantOf(text: string): Date | null {
  const complete = text.includes('T') && !HAS_ZONE.test(text) ? `${text}Z` : text
  const date = new Date(complete)
  return text === '' || Number.isNaN(date.getTime()) ? null : date
}

/** The day of a time of the server in the person's zone, as YYYY-MM-DD; empty when it is no time. */
export function localDayOf(text: string): string {
  const instant = instantOf(text)
  if (!instant) return ''
  const two = (value: number) => String(value).padStart(2, '0')
  return `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`
}

/**
 * A time as MM/DD/YYYY hh:mm:ss AM/PM in the person's zone, the same in every language (spec §2); empty stays empty.
 */
export function formatSignerTime(text: string, timeZone?: string): string {
  const instant = instantOf(text)
  if (!instant) return ''
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hour12: true,
  }).formatToParts(instant)
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('month')}/${of('day')}/${of('year')} ${of('hour')}:${of('minute')}:${of('second')} ${of('dayPeriod')}`
}

const days = perLanguage((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }))
const moments = perLanguage((language) => {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
})
const times = perLanguage((language) => new Intl.DateTimeFormat(language, { timeStyle: 'short' }))

/** Formats in the person's language: `date` takes a time of the server and gives its day, `number` groups digits. */
export function useFormats() {
  const language = useLanguage()
  return {
    date: (text: string) => {
      const instant = instantOf(text)
      return instant ? days(language).format(instant) : ''
    },
    /** Day and time of day. */
    moment: (text: string) => {
      const instant = instantOf(text)
      return instant ? moments(language).format(instant) : ''
    },
    time: (instant: Date) => times(language).format(instant),
    number: (value: number) => writeNumber(value, language),
  }
}
