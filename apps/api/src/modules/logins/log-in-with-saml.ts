import { randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { Tokens } from '../sessions/ports.ts'
import { browserSecret, hashOf, isSecret, newSecret } from './bind-browser.ts'
import { findPerson } from './find-person.ts'
import { letIn } from './let-in.ts'
import { ATTEMPT_MS, type BoundAddress } from './log-in-with-code.ts'
import type { IdentityStore, LoginAttempts, LogoutMessage, ProviderSessions, SamlProviders } from './ports.ts'

/** The portal exchanges a ticket as soon as its page is open. */
const TICKET_MS = 60_000

export interface SamlLoginPorts {
  readonly saml: SamlProviders
  readonly attempts: LoginAttempts
  readonly identities: IdentityStore
  readonly tokens: Pick<Tokens, 'issue'>
  readonly now: () => Date
}

export interface SamlLogoutPorts extends Pick<SamlLoginPorts, 'saml' | 'now'> {
  readonly sessions: ProviderSessions
}

/**
 * Begins a log-in at the identity provider of an address's domain. Nothing is said of the address itself.
 * @throws {PortalError} SAML_DOMAIN_UNKNOWN
 */
export async function beginSamlLogin(
  ports: SamlLoginPorts,
  email: string,
  brought: string | undefined,
): Promise<BoundAddress> {
  const client = ports.saml.ofDomain(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
  if (!client || !email.includes('@')) {
    throw new PortalError('SAML_DOMAIN_UNKNOWN', 'No identity provider is known for this e-mail address.')
  }
  const browser = browserSecret(brought)
  const { id, address } = await client.ask()
  const at = ports.now()
  await ports.attempts.begin(
    { keyHash: hashOf(id), provider: attemptOf(client.issuer), browserHash: hashOf(browser) },
    at,
    new Date(at.getTime() + ATTEMPT_MS),
  )
  return { address, browser }
}

/**
 * Takes an identity provider's answer. The browser brings it from another site, so without our cookie: the ticket that
 * it gets is good only together with that one, and no token stands in an address.
 * @returns the ticket
 * @throws {PortalError} LOGIN_CODE_INVALID, LOGIN_REFUSED, LOGIN_USER_UNKNOWN
 */
export async function takeSamlAnswer(ports: SamlLoginPorts, response: string): Promise<string> {
  const { issuer, requestId } = ports.saml.readEnvelope(response)
  const client = ports.saml.ofIssuer(issuer)
  if (!client) throw answerInvalid()
  const { identity, session, assertionId, expiresAt } = await client.identify(response, requestId)
  const attempt = await ports.attempts.takeAnswered(hashOf(requestId), attemptOf(issuer), ports.now())
  if (!attempt) throw answerInvalid()
  // The request is taken once already; this holds for a provider that puts one assertion into several answers.
  const isNew = await ports.attempts.consumeAssertion(hashOf(`${issuer} ${assertionId}`), expiresAt)
  if (!isNew) throw answerInvalid()
  const { userId } = await findPerson(ports, identity)
  const ticket = newSecret()
  const { browserHash } = attempt
  const until = new Date(ports.now().getTime() + TICKET_MS)
  const known = session && { nameHash: nameHashOf(issuer, session.name), index: session.index }
  await ports.attempts.addTicket({ ticketHash: hashOf(ticket), browserHash, userId, issuer, session: known }, until)
  return ticket
}

/**
 * Exchanges a ticket for a token, once, in the browser that the log-in began in.
 * @throws {PortalError} LOGIN_CODE_INVALID, LOGIN_USER_UNKNOWN
 */
export async function logInWithTicket(
  ports: SamlLoginPorts,
  ticket: string,
  browser: string | undefined,
): Promise<string> {
  if (browser === undefined || !isSecret(browser) || !isSecret(ticket)) throw answerInvalid()
  const at = ports.now()
  const session = { id: randomUUID(), startedAt: at, expiresAt: new Date(at.getTime() + LONGEST_SESSION_MS) }
  const given = { ticketHash: hashOf(ticket), browserHash: hashOf(browser) }
  const taken = await ports.attempts.takeTicket(given, session, at)
  if (!taken) throw answerInvalid()
  const person = await ports.identities.findActive(taken.userId)
  if (!person) throw new PortalError('LOGIN_USER_UNKNOWN', 'Inexistent user')
  return letIn(ports.tokens, person, { identifiedBy: { by: 'saml', authority: taken.issuer }, session })
}

/**
 * Ends the log-ins that an identity provider says are over.
 * @returns where the browser goes with our answer; undefined where the provider takes none
 * @throws {PortalError} LOGIN_CODE_INVALID for what is no signed request of a provider, or was taken before
 */
export async function endSamlLogins(ports: SamlLogoutPorts, message: LogoutMessage): Promise<string | undefined> {
  const issuer = ports.saml.logoutIssuer(message)
  const client = ports.saml.ofIssuer(issuer)
  if (!client) throw logoutInvalid('no provider is set up that calls itself so')
  const { id, name, indexes, expiresAt, answerAddress } = await client.readLogout(message)
  const request = { idHash: hashOf(`${issuer} logout ${id}`), expiresAt }
  const isNew = await ports.sessions.end({ nameHash: nameHashOf(issuer, name), indexes }, request, ports.now())
  if (!isNew) throw logoutInvalid('it was taken before')
  return answerAddress
}

const nameHashOf = (issuer: string, name: string) => hashOf(`${issuer} ${name}`)

const logoutInvalid = (because: string) =>
  new PortalError('LOGIN_CODE_INVALID', 'The request to log out is not valid.', {
    cause: new Error(`SAML log-out: ${because}`),
  })

/** Renewed or not, no session lasts longer. */
const LONGEST_SESSION_MS = 12 * 60 * 60_000

const attemptOf = (issuer: string) => `saml:${issuer}`

const answerInvalid = () =>
  new PortalError('LOGIN_CODE_INVALID', 'The answer is not valid, or no longer, or for another browser. Log in again.')
