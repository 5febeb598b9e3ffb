/** Which templates somebody sees, as SQL over `templates`. */
import { sql, type RawBuilder } from 'kysely'
import type { Sender, Watcher } from '../../../modules/sending/ports.ts'

/** Their own, those of everybody in the subscription, and those of their teams; who manages it sees those of all teams. */
export function isSeenTemplate(watcher: Watcher): RawBuilder<boolean> {
  const { subscriptionId, userId, seesEverything } = watcher
  const isOfTeam = seesEverything
    ? sql<boolean>`templates.share = 'team'`
    : sql<boolean>`exists (select 1 from team_members
        where team_members.team_id = templates.team_id and team_members.user_id = ${userId}::uuid)`
  return sql<boolean>`(templates.subscription_id = ${subscriptionId}::uuid
    and (${isOwnTemplate(watcher)} or templates.share = 'subscription' or ${isOfTeam}))`
}

export const isOwnTemplate = ({ clientId, userId }: Watcher): RawBuilder<boolean> =>
  sql<boolean>`(templates.client_id is not distinct from ${clientId}::text
    and templates.user_id is not distinct from ${userId}::uuid)`

/** Teams they may share with: those they are in; of who sees everything, and of programs, all of the subscription. */
export const teamsOf = ({
  subscriptionId,
  userId,
  seesEverything = false,
}: Sender & Partial<Watcher>): RawBuilder<{ id: string; name: string }> =>
  seesEverything || userId === null
    ? sql`select id, name from teams where subscription_id = ${subscriptionId}::uuid order by name, id`
    : sql`select teams.id, teams.name from teams join team_members on team_members.team_id = teams.id
        where teams.subscription_id = ${subscriptionId}::uuid and team_members.user_id = ${userId}::uuid
        order by teams.name, teams.id`
