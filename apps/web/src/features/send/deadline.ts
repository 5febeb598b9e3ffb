/** Until when something can be signed: a day to its end, or an hour of it, where whoever sends it is. */

/** `2026-03-29`, or `2026-03-29T12:00`. */
export type Deadline = string

export const dayOf = (deadline: Deadline): string => deadline.slice(0, 10)
/** Empty for the end of the day. */
export const timeOf = (deadline: Deadline): string => deadline.slice(11)

export const deadlineOf = (day: string, time: string): Deadline => (time === '' ? day : `${day}T${time}`)

/**
 * An hour that a change of the clocks leaves out is the one an hour later; of one that comes twice it is the first. The
 * last second of a day is that of its own clock.
 */
export const deadlineInstant = (deadline: Deadline): Date =>
  new Date(timeOf(deadline) === '' ? `${deadline}T23:59:59` : deadline)
