import { PortalError } from '@rubrica/domain'
import type { IdentityStore, KnownPerson, ProvenIdentity } from './ports.ts'

interface FindPorts {
  readonly identities: IdentityStore
  readonly now: () => Date
}

/**
 * Who of our people a provider means. A name that is linked decides alone. The first time, an address or a document
 * number that the provider vouches for may belong to one person, who keeps the name from then on: should the address
 * pass to somebody else, their name at the provider is another one, and it is not let in by the address any more.
 * @throws {PortalError} LOGIN_USER_UNKNOWN for nobody, for several, and for people who are not active
 */
export async function findPerson(ports: FindPorts, identity: ProvenIdentity): Promise<KnownPerson> {
  const { provider, issuer, subject, isAddress = false } = identity
  const key = subject === null ? undefined : { provider, issuer, subject }
  const linked = key && (await ports.identities.findLinked(key))
  if (linked === 'inactive') throw unknown()
  if (linked) return linked
  const person = await findByFact(ports.identities, identity)
  if (key && !isAddress && !(await ports.identities.link(key, person.userId, ports.now()))) throw unknown()
  return person
}

/** The document number says who somebody is; the address is asked when there is none. */
async function findByFact(identities: IdentityStore, { legalId, email }: ProvenIdentity): Promise<KnownPerson> {
  const fact = legalId !== undefined ? { legalId } : isOwnAddress(email) ? { email } : undefined
  const [person, ...others] = fact ? await identities.findByFact(fact) : []
  if (!person || others.length > 0) throw unknown()
  return person
}

/** Addresses are compared in lower case, where the Kelvin sign and the dotted I become letters of other addresses. */
const isOwnAddress = (email: string | undefined): email is string =>
  email !== undefined && !/[\u212A\u0130]/u.test(email)

const unknown = () => new PortalError('LOGIN_USER_UNKNOWN', 'Inexistent user')
