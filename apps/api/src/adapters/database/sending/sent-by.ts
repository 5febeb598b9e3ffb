/** Which documents a sender, and others who look at what was sent, may see and change, as SQL over `documents`. */
import { sql, type RawBuilder } from 'kysely'
import type { Sender, Watcher } from '../../../modules/sending/ports.ts'

/** They sent it themselves. */
function isSentBy({ subscriptionId, clientId, userId }: Sender): RawBuilder<boolean> {
  return sql<boolean>`(documents.subscription_id = ${subscriptionId}::uuid
    and documents.client_id is not distinct from ${clientId}::text
    and documents.user_id is not distinct from ${userId}::uuid)`
}

const isOfTeam = (userId: string, more: RawBuilder<unknown>) => sql<boolean>`exists (
  select 1 from team_members where team_members.team_id = documents.team_id
    and team_members.user_id = ${userId}::uuid ${more})`

/** They sent it, or somebody of a team whose documents they may manage, or they manage all of the subscription. */
export function isManagedBy(sender: Sender & Partial<Watcher>): RawBuilder<boolean> {
  if (sender.seesEverything === true) return sql<boolean>`documents.subscription_id = ${sender.subscriptionId}::uuid`
  const isOwn = isSentBy(sender)
  if (sender.userId === null) return isOwn
  return sql<boolean>`(${isOwn} or documents.subscription_id = ${sender.subscriptionId}::uuid
    and ${isOfTeam(sender.userId, sql`and team_members.may_manage`)})`
}

/** They may see how far it is. */
export function isSeenBy(watcher: Watcher): RawBuilder<boolean> {
  const isOfSubscription = sql<boolean>`documents.subscription_id = ${watcher.subscriptionId}::uuid`
  if (watcher.seesEverything) return isOfSubscription
  const isOwn = isSentBy(watcher)
  if (watcher.userId === null) return isOwn
  return sql<boolean>`(${isOwn} or ${isOfSubscription} and ${isOfTeam(watcher.userId, sql``)})`
}
