/** Somebody to whom something may be sent, as SQL over `people` (of users), null of who has no account, and `kept` (of contacts). */
import { sql, type RawBuilder } from 'kysely'
import { holderOf } from '../guests/known-address.ts'
import { canSign, plain, soughtWithin } from '../sending/suggest-people.ts'

const allowsGuests = (subscriptionId: string) =>
  sql<boolean>`(select allows_guests from subscriptions where id = ${subscriptionId}::uuid)`

/** Still there, and in the subscription. */
const isMember = (subscriptionId: string) =>
  sql<boolean>`(people.active and exists (select 1 from user_subscriptions
    where user_subscriptions.user_id = people.id and user_subscriptions.subscription_id = ${subscriptionId}::uuid))`

/** Joins `people` to each `kept` contact: who it is, or who has its address by now. @param person of who is known */
export const peopleOfContacts = (subscriptionId: string, person = sql`kept.person_id`): RawBuilder<unknown> => sql`
  left join users as people on people.id = coalesce(${person}, ${holderOf(subscriptionId, sql`kept.email`)})`

/** What is kept of somebody without an account; who has one says it themselves. */
const ofGuest = (column: RawBuilder<unknown>) => sql`case when people.id is null then ${column} end`

/** The columns of a `Recipient`. */
export const recipientColumns = (subscriptionId: string): RawBuilder<unknown> => sql`
  people.user_id as "userId",
  coalesce(people.name, kept.name) as name,
  ${ofGuest(sql`kept.email`)} as email,
  split_part(coalesce(people.email, kept.email), '@', 2) as "mailDomain",
  ${ofGuest(sql`kept.phone`)} as phone,
  coalesce(${ofGuest(sql`kept.language`)}, '') as language,
  case when people.id is null then true else ${canSign(sql`people`)} end as "canSign",
  case when people.id is null then ${allowsGuests(subscriptionId)} else ${isMember(subscriptionId)} end as "canBeAsked"`

/** Whether a name, a user name or an address has the text; of people with an account only the beginning of an address. */
export const isSought = (text: string): RawBuilder<boolean> =>
  text === ''
    ? sql<boolean>`true`
    : sql<boolean>`(${plain(sql`coalesce(people.name, kept.name)`)} like '%' || ${soughtWithin(text)} || '%'
        or lower(people.user_id) like '%' || ${soughtWithin(text)} || '%'
        or (people.email_is_known and lower(people.email) like ${soughtWithin(text)} || '%')
        or lower(${ofGuest(sql`kept.email`)}) like '%' || ${soughtWithin(text)} || '%')`
