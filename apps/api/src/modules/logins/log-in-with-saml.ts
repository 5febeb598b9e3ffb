import { PortalError } from '@rubrica/domain'
import type { Tokens } from '../sessions/ports.ts'
import { browserSecret, hashOf, isSecret, newSecret } from './bind-browser.ts'
import { findPerson } from './find-person.ts'
import { letIn } from './let-in.ts'
import { ATTEMPT_MS, type BoundAddress } from './log-in-with-code.ts'
import type { IdentityStore, LoginAttempts, SamlProviders } from './ports.ts'

/** The portal exchanges a ticket as soon as its page is open. */
const TICKET_MS = 60_000

export interface SamlLoginPorts {
  readonly saml: SamlProviders
  readonly attempts: LoginAttempts
  readonly identities: IdentityStore
  readonly tokens: Pick<Tokens, 'issue'>
  readonly now: () => Date
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
  const { identity, assertionId, expiresAt } = await client.identify(response, requestId)
  const attempt = await ports.attempts.takeAnswered(hashOf(requestId), attemptOf(issuer), ports.now())
  if (!attempt) throw answerInvalid()
  // The request is taken once already; this holds for a provider that puts one assertion into several answers.
  const isNew = await ports.attempts.consumeAssertion(hashOf(`${issuer} ${assertionId}`), expiresAt)
  if (!isNew) throw answerInvalid()
  const { userId } = await findPerson(ports, identity)
  const ticket = newSecret()
  const { browserHash } = attempt
  const until = new Date(ports.now().getTime() + TICKET_MS)
  await ports.attempts.addTicket({ ticketHash: hashOf(ticket), browserHash, userId }, until)
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
  const userId = await ports.attempts.takeTicket(hashOf(ticket), hashOf(browser), ports.now())
  if (userId === undefined) throw answerInvalid()
  const person = await ports.identities.findActive(userId)
  if (!person) throw new PortalError('LOGIN_USER_UNKNOWN', 'Inexistent user')
  return letIn(ports.tokens, person)
}

const attemptOf = (issuer: string) => `saml:${issuer}`

const answerInvalid = () =>
  new PortalError('LOGIN_CODE_INVALID', 'The answer is not valid, or no longer, or for another browser. Log in again.')
