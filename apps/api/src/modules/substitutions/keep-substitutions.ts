/** What people say of who stands in for them. */
import { randomUUID } from 'node:crypto'
import { dayAfter, isTimeZone, PortalError, startOfDay } from '@rubrica/domain'
import type { Log } from '../../ports/log.ts'
import { requireMandate } from './mandates.ts'
import type { Mandates, Substitution, SubstitutionKind, SubstitutionStore } from './ports.ts'

/** Proposed or in force, of one principal. */
const MOST_AT_ONCE = 20
const MOST_DAYS = 366
const DAY_MS = 24 * 60 * 60_000
/** What is over is shown for so long. */
const SHOWN_MS = 366 * DAY_MS

export interface KeepSubstitutions {
  readonly substitutions: SubstitutionStore
  readonly mandates: Pick<Mandates, 'areDemanded' | 'find'>
  readonly log: Log
  readonly now: () => Date
}

export interface SubstitutionWish {
  /** User name or e-mail address of a colleague. */
  readonly deputy: string
  readonly kind: SubstitutionKind
  /** First and last day, `YYYY-MM-DD`, in the time zone. */
  readonly from: string
  readonly until: string
  readonly timeZone: string
  /** Documents with one of these tags alone; empty for all. */
  readonly tags: readonly string[]
  /** Documents from one of these senders alone; empty for all. */
  readonly senders: readonly string[]
  readonly formula: string
  /** A document that the person has signed, which authorises the deputy. */
  readonly mandateId?: string | undefined
}

/** Those of a person that are to come, are in force, or were within a year. */
export function showSubstitutions(
  { substitutions, now }: Pick<KeepSubstitutions, 'substitutions' | 'now'>,
  userId: string,
): Promise<readonly Substitution[]> {
  return substitutions.of(userId, new Date(now().getTime() - SHOWN_MS))
}

/**
 * Names somebody to stand in for a person. It counts once they have accepted.
 * @throws {PortalError} SUBSTITUTION_DAYS_INVALID, DEPUTY_UNKNOWN, MANDATE_MISSING, MANDATE_UNFIT, DEPUTY_AWAY,
 * TOO_MANY_SUBSTITUTIONS
 */
export async function proposeSubstitution(
  { substitutions, mandates, log, now }: KeepSubstitutions,
  principalId: string,
  wish: SubstitutionWish,
): Promise<string> {
  const at = now()
  const days = daysOf(wish, at)
  const deputy = await substitutions.findColleague(principalId, wish.deputy.trim())
  if (!deputy) throw new PortalError('DEPUTY_UNKNOWN', 'There is no such colleague, or they cannot stand in.')
  const { subscriptionId } = deputy
  const mandate = await requireMandate(mandates, { principalId, subscriptionId, documentId: wish.mandateId })
  const id = randomUUID()
  const { kind, formula, timeZone } = wish
  const proposed = await substitutions.propose(
    {
      ...{ id, principalId, deputyId: deputy.userId, subscriptionId },
      ...{ kind, formula, timeZone, ...days, proposedAt: at, mandate },
      tags: namedOnce(wish.tags.map((tag) => tag.toLowerCase())),
      senders: namedOnce(wish.senders),
    },
    MOST_AT_ONCE,
  )
  if (proposed === 'away') throw deputyAway()
  if (proposed === 'too-many') {
    throw new PortalError('TOO_MANY_SUBSTITUTIONS', 'There are too many already. End one first.', {
      facts: { Most: MOST_AT_ONCE },
    })
  }
  log.info({ substitutionId: id, kind }, 'A person was asked to stand in for another.')
  return id
}

/** Null where none is named. */
const namedOnce = (names: readonly string[]): readonly string[] | null =>
  names.length === 0 ? null : [...new Set(names)]

/** Whole days of the calendar, of which the last one is not over. */
function daysOf({ from, until, timeZone }: SubstitutionWish, at: Date) {
  const refuse = (message: string) =>
    new PortalError('SUBSTITUTION_DAYS_INVALID', message, { facts: { MostDays: MOST_DAYS } })
  if (!isTimeZone(timeZone)) throw refuse('There is no such time zone.')
  const beginsAt = startOfDay(from, timeZone)
  const endsAt = startOfDay(dayAfter(until), timeZone)
  if (endsAt <= beginsAt) throw refuse('The last day comes before the first one.')
  if (endsAt <= at) throw refuse('The last day is over.')
  if (endsAt.getTime() - beginsAt.getTime() > MOST_DAYS * DAY_MS + DAY_MS / 2) throw refuse('It lasts a year at most.')
  return { beginsAt, endsAt }
}

/** @throws {PortalError} NOT_FOUND, SUBSTITUTION_OVER, DEPUTY_AWAY */
export async function acceptSubstitution(
  { substitutions, log, now }: KeepSubstitutions,
  deputyId: string,
  id: string,
): Promise<void> {
  const outcome = await substitutions.accept(deputyId, id, now())
  if (outcome === 'away') throw deputyAway()
  requireDone(outcome)
  log.info({ substitutionId: id }, 'A person stands in for another.')
}

/** By either of the two: declined, taken back, or ended at once. @throws {PortalError} NOT_FOUND, SUBSTITUTION_OVER */
export async function endSubstitution(
  { substitutions, log, now }: KeepSubstitutions,
  userId: string,
  id: string,
): Promise<void> {
  requireDone(await substitutions.end(userId, id, now()))
  log.info({ substitutionId: id }, 'A substitution was ended.')
}

function requireDone(outcome: 'done' | 'unknown' | 'over'): void {
  if (outcome === 'unknown') throw new PortalError('NOT_FOUND', 'There is no such substitution.')
  if (outcome === 'over') throw substitutionOver()
}

const substitutionOver = () =>
  new PortalError('SUBSTITUTION_OVER', 'This substitution is over, or was answered before.')

const deputyAway = () =>
  new PortalError('DEPUTY_AWAY', 'In this time the deputy is away, and has named a deputy of their own.')
