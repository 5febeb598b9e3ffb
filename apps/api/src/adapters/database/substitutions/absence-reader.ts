import type { Kysely } from 'kysely'
import type { Absence, Absences } from '../../../modules/substitutions/ports.ts'
import { preparedQuery } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'
import { inForce } from './offered.ts'

/**
 * The longest absence of each; a delegation says nothing of being away, and who acts for some documents alone may not
 * act for this one. The day before the end is the last one.
 */
const AWAY = `
  select distinct on (principal.id) principal.user_id as "userId", deputy.name as deputy,
    to_char((ends_at - interval '1 microsecond') at time zone time_zone, 'YYYY-MM-DD') as until
  from substitutions
    join users as principal on principal.id = principal_id
    join users as deputy on deputy.id = deputy_id
  where subscription_id = $1 and principal.user_id = any($2::text[]) and kind = 'substitution'
    and tags is null and senders is null and deputy.active
    and ${inForce('$3::timestamptz')}
  order by principal.id, ends_at desc`

/** Who is away, in PostgreSQL. */
export const openAbsences = (database: Kysely<Schema>): Absences => ({
  of: async (subscriptionId, userIds, at) => {
    if (userIds.length === 0) return new Map()
    const { rows } = await database.executeQuery(
      preparedQuery<Absence & { userId: string }>(AWAY, [subscriptionId, [...userIds], at]),
    )
    return new Map(rows.map(({ userId, deputy, until }) => [userId, { deputy, until }]))
  },
})
