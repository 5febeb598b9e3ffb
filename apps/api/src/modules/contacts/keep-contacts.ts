/** Contacts: whom a sender asks often. They belong to one owner in one subscription. */
import { randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import { digestOf } from '../digest-of.ts'
import type { Owner } from '../owner.ts'
import { keptUntil, runOnce, type RunOnce } from '../run-once.ts'
import type { Contact, ContactChange, ContactStore, NamedContact } from './ports.ts'

/** Of one owner in one subscription. */
export const MOST_CONTACTS = 500

export interface ContactPorts extends RunOnce {
  readonly contacts: ContactStore
}

/** The same for one that somebody else has. */
const noSuchContact = () => new PortalError('CONTACT_NOT_FOUND', 'There is no such contact among yours.')

/** @throws {PortalError} CONTACT_NOT_FOUND */
async function findContact({ contacts }: Pick<ContactPorts, 'contacts'>, owner: Owner, id: string): Promise<Contact> {
  const contact = await contacts.find(owner, id)
  if (!contact) throw noSuchContact()
  return contact
}

/**
 * Keeps somebody as a contact.
 * @throws {PortalError} SIGNER_UNKNOWN, GUESTS_NOT_ALLOWED, CONTACT_EXISTS, TOO_MANY_CONTACTS, IDEMPOTENCY_KEY_REUSED,
 *   IDEMPOTENCY_KEY_IN_USE; CONTACT_NOT_FOUND for a repeated request whose contact is gone
 */
export function addContact(
  ports: ContactPorts,
  owner: Owner,
  { who, idempotencyKey: key }: { readonly who: NamedContact; readonly idempotencyKey: string | undefined },
): Promise<Contact> {
  const call = 'POST /v1/contacts'
  const keyed = key === undefined ? undefined : { caller: owner, key, call, digest: digestOf({ owner, who }) }
  return runOnce(ports, keyed, {
    act: async (lease) => {
      const id = randomUUID()
      const at = ports.now()
      const end = lease && { lease, answer: { id }, until: keptUntil(at) }
      await ports.contacts.insert(owner, { id, who, at, end, most: MOST_CONTACTS })
      return findContact(ports, owner, id)
    },
    replay: (kept) => findContact(ports, owner, (kept as { id: string }).id),
  })
}

/** @throws {PortalError} CONTACT_NOT_FOUND, also for a contact with an account, who says themselves who they are; CONTACT_EXISTS */
export async function changeContact(
  ports: Pick<ContactPorts, 'contacts'>,
  owner: Owner,
  { id, ...change }: ContactChange & { readonly id: string },
): Promise<Contact> {
  if (!(await ports.contacts.change(owner, id, change))) throw noSuchContact()
  return findContact(ports, owner, id)
}

/** @throws {PortalError} CONTACT_NOT_FOUND */
export async function deleteContact(
  { contacts, now }: Pick<ContactPorts, 'contacts' | 'now'>,
  owner: Owner,
  id: string,
): Promise<void> {
  if (!(await contacts.delete(owner, id, now()))) throw noSuchContact()
}
