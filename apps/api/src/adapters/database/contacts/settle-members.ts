import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { invalidFields, PortalError } from '@rubrica/domain'
import type { NamedMember } from '../../../modules/contacts/ports.ts'
import type { Owner } from '../../../modules/owner.ts'
import type { Schema } from '../schema.ts'
import { isOf } from '../uploads/upload-store.ts'
import { contactOf, insertContact, settlePerson } from './insert-contact.ts'

interface Members {
  readonly groupId: string
  readonly members: readonly NamedMember[]
  readonly at: Date
  readonly mostContacts: number
}

interface Place {
  readonly person_id: string | null
  readonly contact_id: string | null
}

/**
 * Puts people in the place of those who were in a group. Who was in it may stay, also where they could not be added: who
 * is no longer active, and somebody whom another member of the team keeps as a contact.
 * @throws {PortalError} SIGNER_UNKNOWN, GUESTS_NOT_ALLOWED, TOO_MANY_CONTACTS, VALIDATION_FAILED; each says which member
 */
export async function settleMembers(
  transaction: Transaction<Schema>,
  owner: Owner,
  { groupId, members, at, mostContacts }: Members,
): Promise<void> {
  const before = await transaction
    .deleteFrom('contact_group_members')
    .where('group_id', '=', groupId)
    .returning(['person_id', 'contact_id'])
    .execute()
  const places: Place[] = []
  for (const [index, member] of members.entries()) {
    const place = await settle(transaction, owner, { member, before, at, mostContacts }).catch((error: unknown) => {
      throw pointedAt(error, index)
    })
    const isTwice = places.some(
      ({ person_id, contact_id }) => person_id === place.person_id && contact_id === place.contact_id,
    )
    if (isTwice) throw faultAt(index, 'is named twice')
    places.push(place)
  }
  await transaction
    .insertInto('contact_group_members')
    .values(places.map((place, ordinal) => ({ group_id: groupId, ordinal, ...place })))
    .execute()
}

interface OneMember extends Pick<Members, 'at' | 'mostContacts'> {
  readonly member: NamedMember
  readonly before: readonly Place[]
}

async function settle(
  transaction: Transaction<Schema>,
  owner: Owner,
  { member, before, at, mostContacts }: OneMember,
): Promise<Place> {
  if (member.contact !== undefined) return placeOfContact(transaction, owner, { id: member.contact, before })
  const stays = await personBefore(transaction, member, before)
  if (stays !== undefined) return { person_id: stays, contact_id: null }
  const who = await settlePerson(transaction, owner, member)
  if ('personId' in who) return { person_id: who.personId, contact_id: null }
  const earlier = await contactOf(transaction, owner, who)
  if (earlier !== undefined) return { person_id: null, contact_id: earlier }
  const id = randomUUID()
  await insertContact(transaction, owner, { id, who, at, most: mostContacts })
  return { person_id: null, contact_id: id }
}

/** The caller's own contact, or one that was in the group. */
async function placeOfContact(
  transaction: Transaction<Schema>,
  owner: Owner,
  { id, before }: { readonly id: string; readonly before: readonly Place[] },
): Promise<Place> {
  const kept = before.flatMap(({ contact_id }) => (contact_id === null ? [] : [contact_id]))
  const row = await transaction
    .selectFrom('contacts')
    .where('id', '=', id)
    .where(sql<boolean>`(${isOf(owner)} or id = any(${kept}::uuid[]))`)
    .select(['id', 'person_id'])
    .executeTakeFirst()
  if (!row) throw new PortalError('SIGNER_UNKNOWN', 'There is no such contact among yours.')
  return row.person_id === null
    ? { person_id: null, contact_id: row.id }
    : { person_id: row.person_id, contact_id: null }
}

async function personBefore(
  transaction: Transaction<Schema>,
  { userId }: NamedMember,
  before: readonly Place[],
): Promise<string | undefined> {
  const ids = before.flatMap(({ person_id }) => (person_id === null ? [] : [person_id]))
  if (userId === undefined || ids.length === 0) return undefined
  const row = await transaction
    .selectFrom('users')
    .where('id', 'in', ids)
    .where(sql<boolean>`lower(user_id) = ${userId.toLowerCase()}`)
    .select('id')
    .executeTakeFirst()
  return row?.id
}

const faultAt = (index: number, problem: string) =>
  invalidFields([{ root: 'body', path: ['members', String(index)], code: 'INVALID', problem }])

/** What is wrong with a member says with which. */
function pointedAt(error: unknown, index: number): unknown {
  if (!(error instanceof PortalError) || error.faults.length > 0 || error.code === 'TOO_MANY_CONTACTS') return error
  const { code, message, facts } = error
  const faults = [{ root: 'body' as const, path: ['members', String(index)], code, problem: message }]
  return new PortalError(code, message, { cause: error, facts, faults })
}
