import { PortalError } from '@rubrica/domain'
import type { SendOrder, SendingStore } from './ports.ts'

export interface CertificateDemands {
  readonly subscriptionId: string
  /** Id or name of a certificate, by the user id of a signer. */
  readonly certificates: ReadonlyMap<string, string>
}

/**
 * Puts certificates that are known by name into an order. A person who is not known stays as they are: sending
 * refuses them in its own words.
 * @throws {PortalError} CERTIFICATE_NOT_FOUND
 */
export async function demandCertificates(
  store: Pick<SendingStore, 'findPeople'>,
  order: SendOrder,
  { subscriptionId, certificates }: CertificateDemands,
): Promise<SendOrder> {
  if (certificates.size === 0) return order
  const people = await store.findPeople(subscriptionId, order.signers)
  const signers = order.signers.map((signer, index) => {
    const wanted = certificates.get(signer.userId ?? '')
    const person = people[index]
    if (wanted === undefined || !person) return signer
    const found = person.certificates.find(({ id, alias }) => id === wanted.toLowerCase() || alias === wanted)
    if (found) return { ...signer, certificate: found.id }
    throw new PortalError('CERTIFICATE_NOT_FOUND', `${signer.userId} has no certificate called "${wanted}".`)
  })
  return { ...order, signers }
}
