import { sql, type Transaction } from 'kysely'
import { PortalError } from '@rubrica/domain'
import type { ContactFacts, NamedContact, NewContact } from '../../../modules/contacts/ports.ts'
import { callerColumns, type Owner } from '../../../modules/owner.ts'
import { allowsGuests } from '../guests/guest-rows.ts'
import { holderOf } from '../guests/known-address.ts'
import type { Schema } from '../schema.ts'
import { isOf } from '../uploads/upload-store.ts'

/** Somebody who has an account, by the id of their row, or somebody who has none. */
export type SettledPerson = { readonly personId: string } | { readonly guest: ContactFacts }

/**
 * Who is meant by a name. An address that somebody of the subscription has is that person.
 * @throws {PortalError} SIGNER_UNKNOWN for who is no active user of the subscription, GUESTS_NOT_ALLOWED
 */
export async function settlePerson(
  transaction: Transaction<Schema>,
  { subscriptionId }: Owner,
  { userId, legalId, guest }: NamedContact,
): Promise<SettledPerson> {
  const isNamed =
    userId !== undefined
      ? sql<boolean>`lower(users.user_id) = ${userId.toLowerCase()}`
      : legalId !== undefined
        ? sql<boolean>`users.legal_id = ${legalId}`
        : sql<boolean>`users.id = ${holderOf(subscriptionId, sql`${guest?.email}::text`)}`
  const row = await transaction
    .selectFrom('users')
    .innerJoin('user_subscriptions', 'user_subscriptions.user_id', 'users.id')
    .where('user_subscriptions.subscription_id', '=', subscriptionId)
    .where('users.active', '=', true)
    .where(isNamed)
    .orderBy('users.created_at')
    .select('users.id')
    .executeTakeFirst()
  if (row) return { personId: row.id }
  if (!guest) throw new PortalError('SIGNER_UNKNOWN', 'There is no such person in the subscription.')
  if (!(await allowsGuests(transaction, subscriptionId))) {
    throw new PortalError('GUESTS_NOT_ALLOWED', 'This subscription asks nobody without an account to sign.')
  }
  return { guest }
}

export const contactExists = (id: string) =>
  new PortalError('CONTACT_EXISTS', 'You have this person among your contacts already.', { facts: { Contact: id } })

/** The contact that the owner has of somebody. */
export async function contactOf(
  transaction: Transaction<Schema>,
  owner: Owner,
  who: SettledPerson,
): Promise<string | undefined> {
  const isTheirs =
    'guest' in who
      ? sql<boolean>`lower(email) = ${who.guest.email.toLowerCase()}`
      : sql<boolean>`coalesce(person_id, ${holderOf(owner.subscriptionId, sql`contacts.email`)}) = ${who.personId}::uuid`
  const row = await transaction
    .selectFrom('contacts')
    .where(isOf(owner))
    .where(isTheirs)
    .select('id')
    .executeTakeFirst()
  return row?.id
}

type Settled = Omit<NewContact, 'who' | 'end'> & { readonly who: SettledPerson }

/**
 * Within a transaction in which the owner's contacts are taken in turns.
 * @throws {PortalError} CONTACT_EXISTS, TOO_MANY_CONTACTS
 */
export async function insertContact(
  transaction: Transaction<Schema>,
  owner: Owner,
  { id, who, at, most }: Settled,
): Promise<void> {
  const earlier = await contactOf(transaction, owner, who)
  if (earlier !== undefined) throw contactExists(earlier)
  const others = await transaction.selectFrom('contacts').where(isOf(owner)).select('id').limit(most).execute()
  if (others.length >= most) {
    throw new PortalError('TOO_MANY_CONTACTS', `You have ${most} contacts already. Remove one.`, {
      facts: { Limit: most },
    })
  }
  const facts =
    'guest' in who
      ? { ...pick(who.guest), person_id: null }
      : { person_id: who.personId, name: null, email: null, phone: null }
  await transaction
    .insertInto('contacts')
    .values({ id, subscription_id: owner.subscriptionId, ...callerColumns(owner), ...facts, created_at: at })
    .execute()
}

const pick = ({ name, email, phone, language }: ContactFacts) => ({ name, email, phone: phone ?? null, language })
