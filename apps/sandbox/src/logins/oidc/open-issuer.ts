import { randomBytes } from 'node:crypto'
import type { Configuration, default as Provider } from 'oidc-provider'
import type { Identity } from '../../pki/issue-certificate.ts'
import { isOnThisMachine } from '../accept-return-address.ts'
import { ISSUER_PATHS, type IssuerId, type LoginClient } from '../describe-logins.ts'
import { LOGIN_ACCOUNTS } from '../login-accounts.ts'
import { ISSUER_VOICES, subjectOf } from './describe-person.ts'
import { loadLibrary } from './load-library.ts'
import type { IssuerMemory } from './remember-in-memory.ts'

/** Paths below an issuer's own. */
export const ISSUER_ROUTES = {
  authorization: '/oauth2/auth',
  token: '/oauth2/token',
  userinfo: '/userinfo',
  jwks: '/.well-known/jwks.json',
} as const

export const DISCOVERY = '/.well-known/openid-configuration'
export const CHOICE = '/choose'

/** Seconds that what an issuer hands out is good for. */
const LIFE = { AuthorizationCode: 60, AccessToken: 3600, IdToken: 3600, Interaction: 3600, Session: 3600, Grant: 3600 }

export const sessionCookieOf = (id: IssuerId): string => `${id}_session`

export interface IssuerPlan {
  readonly id: IssuerId
  /** Address of the sandbox. */
  readonly url: string
  readonly client: LoginClient
  readonly identity: Identity
  readonly memory: IssuerMemory
}

/** An OpenID Connect issuer that knows one client, the portal, and asks for an account at every log-in. */
export async function openIssuer(plan: IssuerPlan): Promise<Provider> {
  const library = await loadLibrary()
  const provider = new library.Provider(`${plan.url}${ISSUER_PATHS[plan.id]}`, {
    ...describeIssuer(plan),
    interactions: { url: (_context, { uid }) => `${ISSUER_PATHS[plan.id]}${CHOICE}/${uid}` },
  })
  // A portal under test has another port each time.
  provider.Client.prototype.redirectUriAllowed = isOnThisMachine
  return provider
}

function describeIssuer({ id, client, identity, memory }: IssuerPlan): Configuration {
  const { claims, describe } = ISSUER_VOICES[id]
  const privateKey = identity.privateKey.export({ format: 'jwk' })
  const cookie = { path: ISSUER_PATHS[id], sameSite: 'lax', httpOnly: true } as const
  return {
    adapter: memory.adapter,
    clients: [describeClient(client)],
    jwks: { keys: [{ ...privateKey, kty: 'RSA', use: 'sig', alg: 'RS256', kid: identity.serial }] },
    scopes: Object.keys(claims),
    claims: Object.fromEntries(Object.entries(claims).map(([scope, names]) => [scope, [...names]])),
    // These issuers tell everything in the ID token.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    // The real ones take PKCE and do not ask for it.
    pkce: { required: () => false },
    routes: ISSUER_ROUTES,
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      long: cookie,
      short: cookie,
      names: { session: sessionCookieOf(id), interaction: `${id}_choice`, resume: `${id}_resume` },
    },
    ttl: LIFE,
    clientBasedCORS: () => false,
    findAccount: (_context, accountId) => {
      const account = LOGIN_ACCOUNTS.find((one) => subjectOf(id, one) === accountId)
      if (account === undefined) return undefined
      return { accountId, claims: (_use, scope) => describe(account, new Set(scope.split(' '))) }
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope(String(oidc.params?.scope))
      await grant.save()
      return grant
    },
    renderError: (context, { error, error_description: description }) => {
      context.type = 'text/plain'
      context.body = `SANDBOX: ${error}${description === undefined ? '' : `: ${description}`}\n`
    },
  }
}

const describeClient = ({ clientId, clientSecret }: LoginClient) => ({
  client_id: clientId,
  client_secret: clientSecret,
  redirect_uris: ['http://127.0.0.1/'],
  response_types: ['code' as const],
  grant_types: ['authorization_code'],
  token_endpoint_auth_method: 'client_secret_post' as const,
})
