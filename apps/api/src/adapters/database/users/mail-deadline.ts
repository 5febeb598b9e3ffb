/** Until when a document waits, as a mail tells it. */
import { sql, type RawBuilder } from 'kysely'
import { UNSAID_ZONE } from '../../../modules/mail-choices.ts'
import type { Deadline } from '../../../modules/notifications/ports.ts'

export interface DeadlineRow {
  readonly deadline: Date | null
  readonly zone: string | null
}

interface Columns {
  readonly reader: string
  /** Where the reader's own zone is not known: people of one institution mostly live in one. */
  readonly sender: string
}

/** The time zone in which a reader is told a time; null where neither theirs nor the sender's is known. */
export const zoneOf = ({ reader, sender }: Columns): RawBuilder<string | null> =>
  sql`(
    select time_zone from (
      select user_id, time_zone, 1 as rank from notice_settings
      union all select user_id, time_zone, 2 from mail_choices where time_zone <> ${UNSAID_ZONE}) as zones
    where user_id in (${sql.ref(reader)}, ${sql.ref(sender)})
    order by user_id = ${sql.ref(reader)} desc, rank limit 1)`

export const toDeadline = ({ deadline: at, zone }: DeadlineRow): Deadline | undefined =>
  at === null ? undefined : { at, timeZone: zone ?? 'UTC' }
