/**
 * The log-in on a service's own page, by the authorization code of OAuth 2.0 (RFC 6749 §4.1; 8.3 of version 1.0.4, 8.4
 * of version 2), with PKCE (RFC 7636). A service that has it may have no `auth/login`.
 */
import { createHash, randomBytes } from 'node:crypto'
import { ProviderError, type ConnectorState, type LinkOutcome, type LinkWay } from '../../connector.ts'
import { requestJson } from '../../http/request-json.ts'
import { readFields, readText } from '../read-answer.ts'
import { unusableAnswer } from '../unusable-answer.ts'
import type { CscAnswer, CscOptions, OAuthClient } from './csc-client.ts'

export type OAuthOptions = Pick<CscOptions, 'provider' | 'timeoutMs'> & { readonly oauth: OAuthClient }

const VERIFIER_BYTES = 48
const MAX_CODE = 4096
/** The code or the refresh token is not, or no longer, good. */
const REFUSED = ['invalid_grant', 'access_denied']

/** @returns where the person logs in, and what redeems the code that they bring back */
export function beginLogIn({ url, clientId }: OAuthClient, way: LinkWay): LinkOutcome {
  const verifier = randomBytes(VERIFIER_BYTES).toString('base64url')
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: way.redirectUri,
    scope: 'service',
    state: way.errandId,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const state = { verifier, redirectUri: way.redirectUri }
  return { kind: 'redirect', url: `${url}/oauth2/authorize?${query.toString()}`, state }
}

/** @throws ProviderError `cancelled` without a code, `login-invalid` for one that is refused */
export async function redeemCode(
  options: OAuthOptions,
  { verifier, redirectUri }: ConnectorState,
  code: string | undefined,
): Promise<CscAnswer> {
  if (readText(code, MAX_CODE) === undefined) throw new ProviderError('cancelled', 'Nobody logged in')
  if (typeof verifier !== 'string' || typeof redirectUri !== 'string') {
    throw new ProviderError('session-expired', 'The log-in has run out')
  }
  const grant = { grant_type: 'authorization_code', code: String(code) }
  const proof = { code_verifier: verifier, redirect_uri: redirectUri }
  return callToken(options, { ...grant, ...proof }, 'login-invalid')
}

/** @throws ProviderError `not-authorised` when the token is no longer good */
export const exchangeToken = (options: OAuthOptions, refreshToken: string): Promise<CscAnswer> =>
  callToken(options, { grant_type: 'refresh_token', refresh_token: refreshToken }, 'not-authorised')

/** An access token for the client itself (RFC 6749 §4.4), which has no refresh token. */
export const askAsClient = (options: OAuthOptions): Promise<CscAnswer> =>
  callToken(options, { grant_type: 'client_credentials' }, 'login-invalid')

/** RFC 7009: also ends what has come of the token. */
export async function revokeToken(options: OAuthOptions, refreshToken: string): Promise<void> {
  await post(options, 'revoke', { token: refreshToken, token_type_hint: 'refresh_token' })
}

async function callToken(
  options: OAuthOptions,
  grant: Readonly<Record<string, string>>,
  refused: 'login-invalid' | 'not-authorised',
): Promise<CscAnswer> {
  const { status, body } = await post(options, 'token', grant)
  const fields = readFields(body)
  const { provider } = options
  if (status === 200) {
    if (typeof fields['access_token'] !== 'string') throw unusableAnswer({ provider, status })
    return { status, fields }
  }
  const { error: name } = fields
  // Such as `invalid_client`, which is the operator's to mend.
  const error = typeof name === 'string' && /^[a-z_]{1,40}$/.test(name) ? name : 'none'
  const facts = { status, error }
  if (REFUSED.includes(error)) throw new ProviderError(refused, `${provider} does not accept the log-in`, { facts })
  throw new ProviderError('failed', `${provider} could not do what was asked`, { facts })
}

function post({ provider, timeoutMs, oauth }: OAuthOptions, call: string, form: Readonly<Record<string, string>>) {
  const client = { client_id: oauth.clientId, client_secret: oauth.clientSecret }
  return requestJson({ url: `${oauth.url}/oauth2/${call}`, form: { ...form, ...client }, timeoutMs, provider })
}
