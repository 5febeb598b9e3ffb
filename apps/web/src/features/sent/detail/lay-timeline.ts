import type { MailToPerson, SentEvent } from '../sent-queries.ts'
import { gatherEvents, type TimelineEntry } from './gather-events.ts'

/** Mails of one kind that left together and fare alike, or one that did not arrive. */
export interface MailEntry {
  /** Of its first mail. */
  readonly guid: string
  readonly about: MailToPerson['about']
  readonly at: string
  readonly names: readonly string[]
  /** The last word of a mail server; undefined until there is one. */
  readonly answer: MailToPerson['answers'][number] | undefined
}

export type TimelineLine =
  { readonly kind: 'event'; readonly entry: TimelineEntry } | { readonly kind: 'mail'; readonly entry: MailEntry }

interface Loaded<Item> {
  readonly items: readonly Item[]
  readonly hasMore: boolean
}

/** States about which nobody has to do anything. */
const QUIET: readonly (string | undefined)[] = ['taken', 'delivered']

/** Milliseconds within which mails left together. */
const TOGETHER = 60_000

const fareAlike = (one: MailEntry, other: MailEntry) =>
  one.about === other.about &&
  Date.parse(other.at) - Date.parse(one.at) < TOGETHER &&
  one.answer?.state === other.answer?.state &&
  one.answer?.server === other.answer?.server &&
  QUIET.includes(one.answer?.state)

function gatherMails(mails: readonly MailToPerson[]): readonly MailEntry[] {
  const entries: MailEntry[] = []
  for (const { guid, about, at, person, answers } of mails) {
    const entry = { guid, about, at, names: person ? [person.name] : [], answer: answers.at(-1) }
    const last = entries.at(-1)
    if (last && fareAlike(last, entry)) entries.splice(-1, 1, { ...last, names: [...last.names, ...entry.names] })
    else entries.push(entry)
  }
  return entries
}

/** Until when all of a list is known; undefined for all of it. */
const knownUntil = ({ items, hasMore }: Loaded<{ readonly at: string }>) => (hasMore ? items.at(-1)?.at : undefined)

/** Events and mails as one list, as far as both are loaded. */
export function layTimeline(events: Loaded<SentEvent>, mails: Loaded<MailToPerson>): readonly TimelineLine[] {
  const ends = [knownUntil(events), knownUntil(mails)].filter((end) => end !== undefined)
  const isKnown = ({ at }: { readonly at: string }) => ends.every((end) => at <= end)
  const lines: readonly TimelineLine[] = [
    ...gatherEvents(events.items.filter(isKnown)).map((entry) => ({ kind: 'event', entry }) as const),
    ...gatherMails(mails.items.filter(isKnown)).map((entry) => ({ kind: 'mail', entry }) as const),
  ]
  return [...lines].sort((one, other) => (one.entry.at < other.entry.at ? -1 : Number(one.entry.at > other.entry.at)))
}
