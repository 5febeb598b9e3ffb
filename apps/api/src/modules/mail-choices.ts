/** How often a person wants mails: of each class, at once, gathered, or never. */
import { dayAfter, dayInZone, instantInZone } from '@rubrica/domain'

/**
 * What mails are about: what waits, reminders of it, what one has sent, documents of others that are over; substitutions
 * that are in force, and certificates that expire, which nothing gathers.
 */
export type MailClass = 'waiting' | 'reminders' | 'sent' | 'ended' | UngatheredClass
export type UngatheredClass = 'substitutions' | 'certificates'

export type MailFrequency = 'at-once' | 'hourly' | 'daily' | 'weekly' | 'never'

export interface MailChoices {
  readonly frequencies: Readonly<
    Record<Exclude<MailClass, UngatheredClass>, MailFrequency> &
      Record<UngatheredClass, Extract<MailFrequency, 'at-once' | 'never'>>
  >
  /** In which days and weeks begin. */
  readonly timeZone: string
}

/** Of who has said nothing. */
export const USUAL_CHOICES: MailChoices = {
  frequencies: {
    ...{ waiting: 'at-once', reminders: 'at-once', sent: 'at-once', ended: 'at-once' },
    ...{ substitutions: 'at-once', certificates: 'at-once' },
  },
  timeZone: 'UTC',
}

/** As much as a person has said. */
export interface ChosenMails extends Pick<MailChoices, 'timeZone'> {
  readonly frequencies: Partial<MailChoices['frequencies']>
}

/** Of who has ended mails and never said where they are: what they get is told as to who has said nothing. */
export const UNSAID_ZONE = 'Etc/UTC'

export interface MailChoiceStore {
  /** Undefined for who has said nothing. */
  find(userId: string): Promise<MailChoices | undefined>
  /** What is not named stays as it was. */
  keep(userId: string, choices: ChosenMails): Promise<void>
  /**
   * No mails of that class any more, and none of what is gathered; the others stay as they were chosen.
   * @returns false for nobody
   */
  stop(stop: { readonly userId: string; readonly kind: MailClass; readonly at: Date }): Promise<boolean>
}

const HOUR_MS = 60 * 60_000
/** When gathered mails are sent, on the clock of their reader. */
const MORNING = 'T08:00'
const MONDAY = 1

/** So long before what waits ends, it is told at the latest, whatever was chosen. */
const URGENT_MS = 48 * HOUR_MS

export interface ToldOf {
  readonly at: Date
  /** Until when it waits, where it does. */
  readonly deadline?: Date | null
}

/**
 * When a person is told by mail of something that happens now.
 * @returns undefined for never
 */
export function mailedAt(
  { frequencies, timeZone }: MailChoices,
  kind: MailClass,
  { at, deadline }: ToldOf,
): Date | undefined {
  const frequency = frequencies[kind]
  if (frequency === 'never') return undefined
  const chosen = chosenAt(frequency, timeZone, at)
  const latest = deadline ? Math.max(at.getTime(), deadline.getTime() - URGENT_MS) : Infinity
  return chosen.getTime() > latest ? new Date(latest) : chosen
}

function chosenAt(frequency: Exclude<MailFrequency, 'never'>, timeZone: string, at: Date): Date {
  if (frequency === 'at-once') return at
  if (frequency === 'hourly') return new Date((Math.floor(at.getTime() / HOUR_MS) + 1) * HOUR_MS)
  return nextMorning(at, timeZone, frequency === 'daily' ? () => true : isMonday)
}

const isMonday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() === MONDAY

function nextMorning(at: Date, timeZone: string, isWanted: (day: string) => boolean): Date {
  for (let day = dayInZone(at, timeZone); ; day = dayAfter(day)) {
    const morning = instantInZone(`${day}${MORNING}`, timeZone)
    if (morning > at && isWanted(day)) return morning
  }
}
