import { PortalError } from '@rubrica/domain'
import type { Tokens } from '../sessions/ports.ts'
import { browserSecret, hashOf, isSecret, newSecret, secretsOf } from './bind-browser.ts'
import { findPerson } from './find-person.ts'
import { letIn } from './let-in.ts'
import type { IdentityStore, LoginAttempts, OidcClient, OidcProvider } from './ports.ts'

/** How long somebody may take at the provider. */
export const ATTEMPT_MS = 10 * 60_000

export interface CodeLoginPorts {
  readonly oidc: Readonly<Partial<Record<OidcProvider, OidcClient>>>
  readonly attempts: LoginAttempts
  readonly identities: IdentityStore
  readonly tokens: Pick<Tokens, 'issue'>
  readonly now: () => Date
}

/** An address to go to, and what the browser must keep to come back. */
export interface BoundAddress {
  readonly address: string
  readonly browser: string
}

/**
 * Begins a log-in at a provider.
 * @param brought what the browser kept of an earlier one, for another tab
 * @throws {PortalError} LOGIN_PROVIDER_UNKNOWN, PROVIDER_…
 */
export async function beginCodeLogin(
  ports: CodeLoginPorts,
  provider: OidcProvider,
  brought: string | undefined,
): Promise<BoundAddress> {
  const client = requireClient(ports, provider)
  const browser = browserSecret(brought)
  const state = newSecret()
  const keyHash = hashOf(state)
  const address = await client.addressFor({ state, ...secretsOf(browser, keyHash) })
  const at = ports.now()
  const expiresAt = new Date(at.getTime() + ATTEMPT_MS)
  await ports.attempts.begin({ keyHash, provider, browserHash: hashOf(browser) }, at, expiresAt)
  return { address, browser }
}

export interface BroughtCode {
  readonly code: string
  /** Absent where a callback has no room for it; the newest question of this browser is meant then. */
  readonly state: string | undefined
  readonly issuer: string | undefined
  readonly browser: string | undefined
}

/**
 * Exchanges the code that a browser brought back for a token.
 * @param providers whose answers may come this way
 * @throws {PortalError} LOGIN_CODE_INVALID (used, expired, of another browser, or not as it must be), LOGIN_REFUSED,
 *   LOGIN_USER_UNKNOWN, PROVIDER_…
 */
export async function logInWithCode(
  ports: CodeLoginPorts,
  providers: readonly OidcProvider[],
  brought: BroughtCode,
): Promise<string> {
  const { browser, state, code, issuer } = brought
  if (browser === undefined || !isSecret(browser)) throw codeInvalid()
  const attempt = await ports.attempts.take({
    keyHash: state === undefined ? undefined : hashOf(state),
    providers,
    browserHash: hashOf(browser),
    at: ports.now(),
  })
  if (!attempt) throw codeInvalid()
  const client = requireClient(ports, attempt.provider as OidcProvider)
  const secrets = secretsOf(browser, attempt.keyHash)
  const identity = await client.identify({ code, issuer, ...secrets })
  const person = await findPerson(ports, identity)
  return letIn(ports.tokens, person, { identifiedBy: { by: identity.provider, authority: identity.issuer } })
}

const codeInvalid = () =>
  new PortalError('LOGIN_CODE_INVALID', 'The code is not valid, or no longer, or for another browser. Log in again.')

function requireClient({ oidc }: CodeLoginPorts, provider: OidcProvider): OidcClient {
  const client = oidc[provider]
  if (client) return client
  throw new PortalError('LOGIN_PROVIDER_UNKNOWN', 'This server does not offer this way to log in.')
}
