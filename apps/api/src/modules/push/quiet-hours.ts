import type { QuietHours } from './ports.ts'

/** From eight in the evening to eight in the morning, and at weekends. */
export const usualQuietHours = (timeZone: string): QuietHours => ({
  timeZone,
  night: { from: '20:00', until: '08:00' },
  weekends: true,
})

const MINUTE_MS = 60_000
const DAY = 24 * 60
/** A night before a weekend ends in a night: more steps than any week has, with a clock change in it. */
const MOST_STEPS = 20

/** @returns `at` where it is not quiet then, else the first minute afterwards that is not */
export function loudFrom(at: Date, quietHours: QuietHours): Date {
  const local = openClock(quietHours.timeZone)
  let moment = at
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const now = local(moment)
    const end = endOfQuiet(now, quietHours)
    if (end === undefined) return moment
    moment = reach(moment, { minutes: end - now.minutes, local })
  }
  return moment
}

interface LocalTime {
  /** Sunday is 0. */
  readonly weekday: number
  /** Since midnight, as the clock on the wall says. */
  readonly minutes: number
}

/** @returns the minute since today's midnight at which the quiet ends, above 1440 for a later day; undefined: it is loud */
function endOfQuiet({ weekday, minutes }: LocalTime, { night, weekends }: QuietHours): number | undefined {
  if (weekends && (weekday === 0 || weekday === 6)) return DAY
  if (!night) return undefined
  const [from, until] = [toMinutes(night.from), toMinutes(night.until)]
  if (from <= until) return minutes >= from && minutes < until ? until : undefined
  if (minutes >= from) return DAY + until
  return minutes < until ? until : undefined
}

const toMinutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

interface Wait {
  /** As the clock on the wall counts them. */
  readonly minutes: number
  readonly local: (at: Date) => LocalTime
}

/** The minute in which the clock on the wall has gone on by so much, also over a change of clocks. */
function reach(at: Date, { minutes, local }: Wait): Date {
  const whole = new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)
  const wanted = (local(at).minutes + minutes) % DAY
  const there = new Date(whole.getTime() + minutes * MINUTE_MS)
  // Half a day at most: the nearer way round.
  const off = ((local(there).minutes - wanted + DAY + DAY / 2) % DAY) - DAY / 2
  const corrected = new Date(there.getTime() - off * MINUTE_MS)
  // A minute that the change leaves out does not come: the first one after it.
  return local(corrected).minutes === wanted ? corrected : there
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

function openClock(timeZone: string): (at: Date) => LocalTime {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  })
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
    const minutes = Number(parts.get('hour')) * 60 + Number(parts.get('minute'))
    return { weekday: WEEKDAYS.indexOf(parts.get('weekday')!), minutes }
  }
}
