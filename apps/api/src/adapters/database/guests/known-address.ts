/**
 * Whose an address is. Only one that an operator gave, or that a mail to it has proved, leads to its person: what somebody
 * says of themselves in the profile would catch what is sent to others.
 */
import { sql, type RawBuilder } from 'kysely'

/** @param users the name that the table has in the query */
export const isKnownAs = (users: RawBuilder<unknown>, address: RawBuilder<unknown>) =>
  sql<boolean>`(${users}.email_is_known and lower(${users}.email) = lower(${address}))`

/** The id of who has an address in a subscription; of several, who was there first. */
export const holderOf = (subscriptionId: string, address: RawBuilder<unknown>) => sql<string | null>`(
  select holder.id from users as holder
  where holder.active and ${isKnownAs(sql`holder`, address)} and exists (select 1 from user_subscriptions
    where user_subscriptions.user_id = holder.id and user_subscriptions.subscription_id = ${subscriptionId}::uuid)
  order by holder.created_at, holder.id limit 1)`
