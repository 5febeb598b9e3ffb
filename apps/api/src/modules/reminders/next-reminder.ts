import type { AskedStanding, ReminderDecision } from './ports.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** Nobody is reminded any more after that, but for the deadline. */
const MOST_MS = 30 * DAY_MS
/** Before the deadline. */
const LAST_CALL_MS = DAY_MS
/** A reminder that would come so shortly before the last call is left to it. */
const APART_MS = DAY_MS
/** Who cannot be written to is looked at again: they may have another address by then. */
const UNREACHABLE_MS = DAY_MS

/** When somebody is reminded next, where nothing happens meanwhile; null for never. */
export function nextReminder(standing: AskedStanding): Date | null {
  const lastCall = lastCallOf(standing)
  const regular = regularOf(standing)
  if (!lastCall) return regular
  return regular && lastCall.getTime() - regular.getTime() >= APART_MS ? regular : lastCall
}

function regularOf({ policy, firstMailAt, remindedAt, reminders, deadline }: AskedStanding): Date | null {
  if (reminders >= policy.most) return null
  const next = remindedAt ? addWorkingDays(remindedAt, policy.every) : addWorkingDays(firstMailAt, policy.first)
  const isTooLate = next.getTime() > firstMailAt.getTime() + MOST_MS || (deadline !== null && next >= deadline)
  return isTooLate ? null : next
}

function lastCallOf({ policy, firstMailAt, remindedAt, deadline }: AskedStanding): Date | null {
  if (policy.most === 0 || !deadline) return null
  const call = deadline.getTime() - LAST_CALL_MS
  const told = (remindedAt ?? firstMailAt).getTime()
  return call - told >= APART_MS ? new Date(call) : null
}

/** The same time of the day, so many days later that are no Saturday and no Sunday (UTC). */
function addWorkingDays(from: Date, days: number): Date {
  let at = from.getTime()
  for (let left = days; left > 0;) {
    at += DAY_MS
    const weekday = new Date(at).getUTCDay()
    if (weekday !== 0 && weekday !== 6) left -= 1
  }
  return new Date(at)
}

/**
 * What becomes of a reminder at the moment for which it was planned: whoever planned it may not have known the policy or
 * the deadline of now, and nobody may have been there to send it for long.
 */
export function decideReminder(at: Date, standing: AskedStanding, isReachable: boolean): ReminderDecision {
  const isTooLate = at.getTime() > standing.firstMailAt.getTime() + MOST_MS
  const planned = isTooLate ? lastCallOf(standing) : nextReminder(standing)
  if (planned === null || planned > at) return { ...NOT_REMINDED, next: planned }
  if (!isReachable) return { ...NOT_REMINDED, next: new Date(at.getTime() + UNREACHABLE_MS) }
  const next = nextReminder({ ...standing, remindedAt: at, reminders: standing.reminders + 1 })
  return {
    isReminded: true,
    isLast: next === null,
    next,
    escalatesAt: next === null ? escalationOf(standing, at) : null,
  }
}

/** As long after the last reminder as between two, but while there is time: halfway to a deadline that comes before. */
function escalationOf({ policy: { escalateTo, every }, deadline }: AskedStanding, lastAt: Date): Date | null {
  if (escalateTo === undefined) return null
  const usual = addWorkingDays(lastAt, every)
  if (deadline === null || usual < deadline) return usual
  return new Date((lastAt.getTime() + deadline.getTime()) / 2)
}

const NOT_REMINDED = { isReminded: false, isLast: false, escalatesAt: null } as const
