/** The log-in of the RA API, with tokens of which the later one is worth nothing after it was used. */
import { ProviderError, type ProviderErrorCode } from '../connector.ts'
import { requestJson, type JsonAnswer } from '../http/request-json.ts'
import { readFields, readText, readWholeNumber } from '../protocols/read-answer.ts'
import { unusableAnswer } from '../protocols/unusable-answer.ts'
import type { RedTrustSettings } from './settings.ts'

export interface Grant {
  readonly accessToken: string
  readonly refreshToken: string
  /** Milliseconds since 1970, a little before the access token really ends. */
  readonly expiresAt: number
}

const PROVIDER = 'RedTrust'
const MAX_TOKEN = 8192
const MARGIN_MS = 30_000
const SHORTEST_LIFE_MS = 60_000
const LONGEST_LIFE_MS = 3600_000

/** @throws ProviderError `login-invalid` */
export async function logIn(settings: RedTrustSettings, body: Readonly<Record<string, string>>): Promise<Grant> {
  const { loginUrl: url, timeoutMs } = settings
  const answer = await requestJson({ url, body, timeoutMs, provider: PROVIDER })
  return readGrant(answer, ['login-invalid', 'RedTrust refused the user name, the password or the domain'])
}

/** @throws ProviderError `not-authorised` when the token is no longer good */
export async function renew(settings: RedTrustSettings, refreshToken: string): Promise<Grant> {
  const { refreshUrl: url, timeoutMs } = settings
  const answer = await requestJson({ url, method: 'PUT', body: { refreshToken }, timeoutMs, provider: PROVIDER })
  return readGrant(answer, ['not-authorised', 'RedTrust asks for the account to be authorised again'])
}

function readGrant({ status, body }: JsonAnswer, refusal: readonly [ProviderErrorCode, string]): Grant {
  const { messageType, errorCode, data } = readFields(body)
  const [code, sentence] = refusal
  if (messageType === 'ERROR' && status < 500) {
    // A request that was not understood says nothing about the credentials.
    const facts = { status, errorCode: readWholeNumber(errorCode, 99_999) ?? 0 }
    throw status === 400 ? unusableAnswer({ provider: PROVIDER, status }) : new ProviderError(code, sentence, { facts })
  }
  const { accessToken, refreshToken, expiration } = readFields(data)
  const tokens = [readText(accessToken, MAX_TOKEN), readText(refreshToken, MAX_TOKEN)] as const
  if (status !== 200 || messageType !== 'SUCCESS' || !tokens[0] || !tokens[1]) {
    throw unusableAnswer({ provider: PROVIDER, status })
  }
  return { accessToken: tokens[0], refreshToken: tokens[1], expiresAt: readExpiry(expiration) }
}

/** A moment in milliseconds since 1970 or as ISO 8601; what is unreadable or far off becomes a short or long life. */
function readExpiry(expiration: unknown): number {
  const expiresAt = typeof expiration === 'string' ? Date.parse(expiration) : Number(expiration)
  const life = (Number.isFinite(expiresAt) ? expiresAt : 0) - Date.now() - MARGIN_MS
  return Date.now() + Math.min(Math.max(life, SHORTEST_LIFE_MS), LONGEST_LIFE_MS)
}
