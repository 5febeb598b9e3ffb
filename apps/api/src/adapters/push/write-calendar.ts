/** Writes deadlines as an iCalendar object (RFC 5545). */

export interface DeadlineEvent {
  /** The same whenever it is written. */
  readonly id: string
  readonly at: Date
  /** Of strangers in part: escaped here. */
  readonly summary: string
  readonly address: string
}

export interface Deadlines {
  readonly name: string
  readonly language: string
  readonly madeAt: Date
  readonly events: readonly DeadlineEvent[]
}

/** A day before, as a reminder of the person's calendar. */
const ALARM = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:Rúbrica', 'TRIGGER:-P1D', 'END:VALARM']

export function writeCalendar({ name, language, madeAt, events }: Deadlines): string {
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:-//Rúbrica//Deadlines//${language.toUpperCase()}`],
    ...[
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      `X-WR-CALNAME:${escapeText(name)}`,
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ],
    ...events.flatMap(({ id, at, summary, address }) => [
      ...['BEGIN:VEVENT', `UID:${id}`, `DTSTAMP:${instant(madeAt)}`],
      // An instant: it takes no time in which somebody would be busy.
      ...[`DTSTART:${instant(at)}`, `SUMMARY:${escapeText(summary)}`, `URL:${address}`, 'TRANSP:TRANSPARENT'],
      ...ALARM,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

const instant = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** RFC 5545, 3.3.11; what controls a terminal or a parser is left out. */
const escapeText = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r\n|[\r\n]/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '')

const MOST_OCTETS = 75

/** RFC 5545, 3.1: lines of 75 octets at most, none cut within a character. */
function fold(line: string): string {
  let [folded, octets] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MOST_OCTETS) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}
