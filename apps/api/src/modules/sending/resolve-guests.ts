import { randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { OrderedSigner, ResolvedGuest, SendingStore } from './ports.ts'
import { invalid } from './resolve-signers.ts'

/**
 * Gives each person without an account an id, the same for all documents of a dispatch. An address that somebody of the
 * subscription has invites that person.
 * @throws {PortalError} GUESTS_NOT_ALLOWED; VALIDATION_FAILED for an address that is named twice
 */
export async function resolveGuests<S extends OrderedSigner>(
  store: Pick<SendingStore, 'allowsGuests' | 'findAddresses'>,
  subscriptionId: string,
  signers: readonly S[],
): Promise<ResolvedGuest<S>[]> {
  const emails = signers.flatMap(({ guest }) => (guest ? [guest.email.toLowerCase()] : []))
  if (emails.length > 0 && !(await store.allowsGuests(subscriptionId))) {
    throw new PortalError('GUESTS_NOT_ALLOWED', 'This subscription asks nobody without an account to sign.')
  }
  const known = emails.length > 0 ? await store.findAddresses(subscriptionId, emails) : []
  const taken = new Set<string>()
  return signers.map(({ guest, ...signer }, index) => {
    if (!guest) return signer
    const email = guest.email.toLowerCase()
    if (taken.has(email)) throw invalid(`signers.${index}.guest`, 'is named twice')
    taken.add(email)
    const userId = known[emails.indexOf(email)]
    return userId === undefined ? { ...signer, guest: { ...guest, id: randomUUID() } } : { ...signer, userId }
  })
}
