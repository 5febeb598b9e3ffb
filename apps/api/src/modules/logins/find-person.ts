/** Which of our people a provider means: the one place that decides it, whichever way somebody comes in. */
import { bareLegalId, PortalError } from '@rubrica/domain'
import type { IdentityKey, IdentityStore, KnownPerson, ProvenIdentity } from './ports.ts'

interface FindPorts {
  readonly identities: IdentityStore
  readonly now: () => Date
}

/**
 * A name that stays and is linked decides alone. The first time, a document number or an address that the provider
 * vouches for may belong to one person, who keeps the name from then on: should the address pass to somebody else,
 * their name at the provider is another one, and it is not let in by the address any more. Whoever comes without such a
 * name is known by the document number, each time, and by nothing else.
 * @throws {PortalError} LOGIN_USER_UNKNOWN for nobody, for several, and for people who are not active; its cause says
 *   why
 */
export async function findPerson(ports: FindPorts, identity: ProvenIdentity): Promise<KnownPerson> {
  const { provider, issuer, name } = identity
  const key: IdentityKey | undefined = name && { provider, issuer, ...name }
  const linked = key && (await ports.identities.findLinked(key))
  if (linked === 'inactive') throw unknown(identity, 'the person of this account is not active')
  if (linked) return linked
  const { person, by } = await findByFact(ports.identities, identity)
  if (key && !(await ports.identities.link(key, person.userId, { by, at: ports.now() }))) {
    throw unknown(identity, 'the person that it proves is linked to another account of this provider')
  }
  return person
}

interface Found {
  readonly person: KnownPerson
  readonly by: 'email' | 'legalId'
}

/** The document number says who somebody is; addresses are asked when there is none. */
async function findByFact(identities: IdentityStore, identity: ProvenIdentity): Promise<Found> {
  const { name, legalId, emails } = identity
  if (legalId !== undefined) {
    const found = await identities.findByFact({ legalIds: spellingsOf(legalId) })
    return { person: sole(found, identity, 'document number'), by: 'legalId' }
  }
  if (!name) throw unknown(identity, 'it gives no name that stays, and proves no document number')
  if (emails.length === 0) throw unknown(identity, 'its account is linked to nobody, and it proves nothing else')
  for (const email of emails.filter(isOwnAddress)) {
    const found = await identities.findByFact({ email })
    if (found.length > 0) return { person: sole(found, identity, 'address'), by: 'email' }
  }
  throw unknown(identity, 'nobody has the address that it proves')
}

function sole([person, ...others]: readonly KnownPerson[], identity: ProvenIdentity, fact: string): KnownPerson {
  if (!person) throw unknown(identity, `nobody has the ${fact} that it proves`)
  if (others.length > 0) throw unknown(identity, `several people have the ${fact} that it proves`)
  return person
}

/**
 * Of a person across borders: the country of the number, the one that asks, and the number (eIDAS SAML attributes
 * §2.2.3).
 */
const ACROSS_BORDERS = /^([A-Z]{2})\/[A-Z]{2}\/(.+)$/
/** EN 319 412-1 §5.1.3. */
const STATED = /^[A-Z]{3}([A-Z]{2})-/

/** How people's numbers may be written here. That of another country is never taken for a Spanish one. */
function spellingsOf(legalId: string): readonly string[] {
  const text = legalId.trim()
  const [, nation, number] = ACROSS_BORDERS.exec(text) ?? []
  const country = nation ?? STATED.exec(text)?.[1] ?? 'ES'
  return country === 'ES' ? [...new Set([text, number ?? bareLegalId(text)])] : [text]
}

/** Addresses are compared in lower case, where the Kelvin sign and the dotted I become letters of other addresses. */
const isOwnAddress = (email: string): boolean => !/[\u212A\u0130]/u.test(email)

/** The person learns that nobody is known; why, without any of what was proven, is for the operator. */
function unknown({ provider, issuer, gaps }: ProvenIdentity, because: string): PortalError {
  const cause = new Error(`${provider} (${issuer}): ${[because, ...gaps].join('; ')}`)
  return new PortalError('LOGIN_USER_UNKNOWN', 'Inexistent user', { cause })
}
