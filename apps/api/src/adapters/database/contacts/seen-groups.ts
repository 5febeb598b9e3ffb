/** Which groups somebody sees and may change, as SQL over `contact_groups`. */
import { sql, type RawBuilder } from 'kysely'
import type { Watcher } from '../../../modules/sending/ports.ts'

export const isOwnGroup = ({ clientId, userId }: Watcher): RawBuilder<boolean> =>
  sql<boolean>`(contact_groups.client_id is not distinct from ${clientId}::text
    and contact_groups.user_id is not distinct from ${userId}::uuid)`

/** Shared with a team of theirs; of who manages the subscription, with any. */
const isOfTeam = ({ userId, seesEverything }: Watcher, more: RawBuilder<unknown>) =>
  seesEverything
    ? sql<boolean>`contact_groups.team_id is not null`
    : sql<boolean>`exists (select 1 from team_members where team_members.team_id = contact_groups.team_id
        and team_members.user_id = ${userId}::uuid ${more})`

/** Their own, and those of their teams. */
export const isSeenGroup = (user: Watcher): RawBuilder<boolean> =>
  sql<boolean>`(contact_groups.subscription_id = ${user.subscriptionId}::uuid
    and (${isOwnGroup(user)} or ${isOfTeam(user, sql``)}))`

/** Of those that they see: their own, and those of teams for which they may manage. */
export const editsGroup = (user: Watcher): RawBuilder<boolean> =>
  sql<boolean>`(${isOwnGroup(user)} or ${isOfTeam(user, sql`and team_members.may_manage`)})`
