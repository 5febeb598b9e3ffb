/** When somebody is reminded has to be found out again. */
export const TO_PLAN = { reminders_planned: false, next_reminder_at: null } as const

/** Reminders count from the beginning again. */
export const TO_COUNT_ANEW = { reminders: 0, escalates_at: null, ...TO_PLAN } as const

/** Somebody was not told yet that it is their turn. */
export const UNTOLD = { notified_at: null, reminded_at: null, ...TO_COUNT_ANEW } as const
