/** How often people are reminded by themselves of what waits for them; nobody ever is where `most` is 0. */
export interface ReminderPolicy {
  /** Working days from the first mail to the first reminder. */
  readonly first: number
  /** Working days from one reminder to the next. */
  readonly every: number
  /** Reminders, beside the one a day before the deadline. */
  readonly most: number
  /** User name of who is told where the last of them is not answered within "every" working days; nobody without it. */
  readonly escalateTo?: string | undefined
}

/** Where nobody has said anything else. */
export const USUAL_REMINDERS: ReminderPolicy = { first: 3, every: 3, most: 5 }

/** Of a policy: working days, and reminders. */
export const REMINDER_LIMITS = { days: 30, most: 20 } as const
