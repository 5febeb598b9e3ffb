import { sql } from 'kysely'
import type { ReminderPolicy } from '@rubrica/domain'

/** Of a row of `documents`: as was said for it, else as its subscription says; null: as is usual. */
export const policyOf = sql<ReminderPolicy | null>`coalesce(
  documents.reminders, (select reminders from subscriptions where id = documents.subscription_id))`

/** Of a row of `users`: a mail would reach them. */
export const isReachable = sql.raw<boolean>(
  `(users.active and users.email <> '' and users.returned_address is distinct from users.email)`,
)
