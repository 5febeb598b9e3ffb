/**
 * A provider that speaks OpenID Connect (Core 1.0, authorisation code flow) with PKCE (RFC 7636) and a nonce. The
 * signature of the ID token is verified although it comes over the provider's own connection.
 */
import {
  type Configuration,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  skipStateCheck,
  fetchUserInfo,
  type IDToken,
} from 'openid-client'
import type { OidcClient, ProvenIdentity } from '../../modules/logins/ports.ts'
import { explainAnswerError } from './explain-oidc-error.ts'
import { openIssuer, type IssuerOptions } from './open-issuer.ts'

export interface OidcClientOptions extends IssuerOptions {
  /** Where the provider sends the browser back to. */
  readonly redirectUri: () => string
  /** Who the claims mean, as far as this provider can be believed. */
  readonly readIdentity: (claims: IDToken, server: { readonly issuer: string }) => ProvenIdentity
  /** Claims that the issuer may keep for its userinfo endpoint (OpenID Connect Core §5.4), which is asked for them. */
  readonly askedOfUserInfo?: readonly string[]
}

export function openOidcClient(options: OidcClientOptions): OidcClient {
  const configuration = openIssuer(options)
  return {
    addressFor: async ({ state, nonce, codeVerifier }) => {
      const address = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri(options),
        response_type: 'code',
        scope: options.provider.scope,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
      return address.href
    },
    identify: async ({ code, issuer, nonce, codeVerifier }) => {
      const known = await configuration()
      const callback = callbackOf(options, known, { code, issuer })
      const claims = await exchange(options, known, { callback, nonce, codeVerifier })
      return options.readIdentity(claims, known.serverMetadata())
    },
  }
}

const redirectUri = (options: OidcClientOptions) => new URL(options.redirectUri()).href

/** The callback as the browser was sent to it. Without the provider's name in it, it is taken for the one we asked. */
function callbackOf(
  options: OidcClientOptions,
  known: Configuration,
  { code, issuer }: { code: string; issuer: string | undefined },
): URL {
  const callback = new URL(redirectUri(options))
  callback.searchParams.set('code', code)
  const { issuer: asked, authorization_response_iss_parameter_supported: says } = known.serverMetadata()
  if (issuer !== undefined) callback.searchParams.set('iss', issuer)
  else if (says === true) callback.searchParams.set('iss', asked)
  return callback
}

interface Exchange {
  readonly callback: URL
  readonly nonce: string
  readonly codeVerifier: string
}

async function exchange(
  { askedOfUserInfo = [] }: OidcClientOptions,
  known: Configuration,
  { callback, nonce, codeVerifier }: Exchange,
): Promise<IDToken> {
  try {
    const answer = await authorizationCodeGrant(known, callback, {
      // The state was looked up, and the question that it names is taken.
      expectedState: skipStateCheck,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    })
    // The library has refused an answer without an ID token.
    const claims = answer.claims()!
    const isComplete = askedOfUserInfo.every((name) => claims[name] !== undefined)
    if (isComplete || !known.serverMetadata().userinfo_endpoint) return claims
    return { ...(await fetchUserInfo(known, answer.access_token, claims.sub)), ...claims }
  } catch (error) {
    throw explainAnswerError(error)
  }
}
