/** What somebody sees that is shared with a team or with all of a subscription, as SQL over a table with its columns. */
import { sql, type RawBuilder } from 'kysely'
import { ownerOf } from '../../../modules/owner.ts'
import type { Watcher } from '../../../modules/sending/ports.ts'

/** Their own, what is shared with everybody of the subscription, and what is shared with a team of theirs. */
export function isSharedWith(watcher: Watcher, table: 'templates' | 'groups'): RawBuilder<boolean> {
  const { subscriptionId, userId, seesEverything } = watcher
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const team = seesEverything
    ? sql<boolean>`${column('share')} = 'team'`
    : userId === null
      ? sql<boolean>`false`
      : sql<boolean>`exists (select 1 from team_members
          where team_members.team_id = ${column('team_id')} and team_members.user_id = ${userId}::uuid)`
  return sql<boolean>`(${column('subscription_id')} = ${subscriptionId}::uuid
    and (${isOwn(watcher, table)} or ${column('share')} = 'subscription' or ${team}))`
}

export const isOwn = (watcher: Watcher, table: 'templates' | 'groups'): RawBuilder<boolean> => {
  const owner = ownerOf(watcher)
  return 'clientId' in owner
    ? sql<boolean>`(${sql.ref(`${table}.client_id`)} is not distinct from ${owner.clientId})`
    : sql<boolean>`(${sql.ref(`${table}.user_id`)} is not distinct from ${owner.userId}::uuid)`
}

/** Teams they may share with: those they are in; of who sees everything, and of programs, all of the subscription. */
export const teamsOf = ({
  subscriptionId,
  userId,
  seesEverything,
}: Watcher): RawBuilder<{ id: string; name: string }> =>
  seesEverything || userId === null
    ? sql`select id, name from teams where subscription_id = ${subscriptionId}::uuid order by name, id`
    : sql`select teams.id, teams.name from teams join team_members on team_members.team_id = teams.id
        where teams.subscription_id = ${subscriptionId}::uuid and team_members.user_id = ${userId}::uuid
        order by teams.name, teams.id`
