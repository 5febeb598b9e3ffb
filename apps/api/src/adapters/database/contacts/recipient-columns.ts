/** Somebody to whom something may be sent, as SQL over `people` (of users) and `kept` (of contacts), of which one is null. */
import { sql, type RawBuilder } from 'kysely'
import { canSign, plain, soughtWithin } from '../sending/suggest-people.ts'

const allowsGuests = (subscriptionId: string) =>
  sql<boolean>`(select allows_guests from subscriptions where id = ${subscriptionId}::uuid)`

/** Still there, and in the subscription. */
const isMember = (subscriptionId: string) =>
  sql<boolean>`(people.active and exists (select 1 from user_subscriptions
    where user_subscriptions.user_id = people.id and user_subscriptions.subscription_id = ${subscriptionId}::uuid))`

/** The columns of a `Recipient`. */
export const recipientColumns = (subscriptionId: string): RawBuilder<unknown> => sql`
  people.user_id as "userId",
  coalesce(people.name, kept.name) as name,
  kept.email as email,
  split_part(coalesce(people.email, kept.email), '@', 2) as "mailDomain",
  kept.phone as phone,
  coalesce(kept.language, '') as language,
  case when people.id is null then true else ${canSign(sql`people`)} end as "canSign",
  case when people.id is null then ${allowsGuests(subscriptionId)} else ${isMember(subscriptionId)} end as "canBeAsked"`

/** Whether a name, a user name or an address has the text; of people with an account only the beginning of an address. */
export const isSought = (text: string): RawBuilder<boolean> =>
  text === ''
    ? sql<boolean>`true`
    : sql<boolean>`(${plain(sql`coalesce(people.name, kept.name)`)} like '%' || ${soughtWithin(text)} || '%'
        or lower(people.user_id) like '%' || ${soughtWithin(text)} || '%'
        or (people.email_is_known and lower(people.email) like ${soughtWithin(text)} || '%')
        or lower(kept.email) like '%' || ${soughtWithin(text)} || '%')`
