import type { SentEvent } from '../sent-queries.ts'
import { eventTypeOf, type EventType } from '../words/event-types.ts'

/** A line of the timeline. */
export interface TimelineEntry {
  /** That of its first event. */
  readonly sequence: number
  readonly type: EventType
  /** When it happened first. */
  readonly at: string
  readonly person: SentEvent['person']
  readonly reason: string | null
  readonly changes: SentEvent['changes']
  /** How many events it stands for. */
  readonly count: number
}

/** What people do again and again without changing anything: one line for each person, until something changes. */
const GATHERED: readonly string[] = ['page-served', 'document-downloaded']
/** What comes of a signature that was begun. */
const OUTCOMES: readonly string[] = ['document-signed', 'signature-failed']

const isBy = (person: SentEvent['person']) => (event: { readonly person: SentEvent['person'] }) =>
  event.person?.userId === person?.userId

/** Whether the next thing that the person did about their signature says already that they had begun it. */
function isToldByOutcome({ person, type }: SentEvent, later: readonly SentEvent[]): boolean {
  if (type !== 'signature-started') return false
  const next = later.filter(isBy(person)).find((event) => event.type === type || OUTCOMES.includes(event.type))
  return next !== undefined && OUTCOMES.includes(next.type)
}

/** The lines of the timeline: what happened, without what would only repeat a line. */
export function gatherEvents(events: readonly SentEvent[]): readonly TimelineEntry[] {
  const entries: TimelineEntry[] = []
  /** Where the lines begin that may still gather something. */
  let open = 0
  for (const [index, event] of events.entries()) {
    if (isToldByOutcome(event, events.slice(index + 1))) continue
    const isGathered = GATHERED.includes(event.type)
    const at = entries.findIndex((entry, i) => i >= open && entry.type === event.type && isBy(event.person)(entry))
    if (isGathered && at >= 0) entries[at] = { ...entries[at]!, count: entries[at]!.count + 1 }
    else entries.push({ ...event, type: eventTypeOf(event.type), count: 1 })
    if (!isGathered) open = entries.length
  }
  return entries
}
