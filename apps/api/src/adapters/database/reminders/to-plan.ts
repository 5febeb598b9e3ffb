/** When somebody is reminded has to be found out again. */
export const TO_PLAN = { reminders_planned: false, next_reminder_at: null } as const

/** Somebody was not told yet that it is their turn. */
export const UNTOLD = { notified_at: null, reminded_at: null, reminders: 0, ...TO_PLAN } as const
