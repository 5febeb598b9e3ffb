/** One request to nebula, and what its refusals mean. */
import { ProviderError, type ProviderErrorCode } from '../connector.ts'
import { requestJson } from '../http/request-json.ts'
import { readFields, type Fields } from '../protocols/read-answer.ts'
import { unusableAnswer } from '../protocols/unusable-answer.ts'
import { NEBULA, type NebulaSettings } from './settings.ts'

export interface NebulaCall {
  readonly path: keyof NebulaSettings['paths']
  readonly method?: 'GET' | 'POST'
  /** Without the word Bearer. */
  readonly token?: string
  readonly body?: Fields
  readonly hasEffect?: boolean
}

const REFUSAL = /^(?:error|auth_failed|code_invalid)/i
const AGAIN = 'Nebula asks for the account to be authorised again'

/** `code: message` of a refusal, in the order in which they are looked for. */
const REFUSALS: readonly (readonly [RegExp, ProviderErrorCode, string])[] = [
  [/^auth_failed_expired/i, 'code-expired', 'The code has expired'],
  [/^auth_failed_token_block/i, 'wrong-code', 'The code is wrong, and the authenticator is blocked for a while'],
  [/^auth_failed/i, 'wrong-code', 'The code is wrong'],
  [/^error_token_expired/i, 'not-authorised', AGAIN],
  [/^error_insufficient_level/i, 'not-authorised', AGAIN],
  [/^error_authentication_denied: *INVALID_TOKEN/i, 'not-authorised', AGAIN],
  [/^error_authentication_denied: *RESOURCE_BLOCKED/i, 'failed', 'Nebula refuses further tries for a while'],
  [/^error_authentication_denied/i, 'login-invalid', 'Nebula refused the client, the user name or the password'],
  [/^error_sign_init:.*(?:LOCKED|BLOCKED)/i, 'pin-locked', 'The PIN is locked'],
  [/\bthe pin could ha(?:s|ve) caused problems\b/i, 'wrong-pin', 'The PIN is wrong'],
  [/^error_certificate_not_found/i, 'certificate-not-found', 'The certificate is not there any more'],
  [/^error_certificate_not_usable/i, 'certificate-unusable', 'The certificate is not valid'],
  [/^error_session_not_found/i, 'session-expired', 'The signing session has run out'],
]

/**
 * @returns the members of `content`, or of the answer itself where it has none
 * @throws ProviderError
 */
export async function callNebula(settings: NebulaSettings, call: NebulaCall): Promise<Fields> {
  const { method = 'POST', token, body, hasEffect = false } = call
  const { status, body: answer } = await requestJson({
    url: settings.url + settings.paths[call.path],
    method,
    timeoutMs: settings.timeoutMs,
    provider: NEBULA,
    hasEffect,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
    ...(body !== undefined && { body }),
  })
  const { code, message, content, ...others } = readFields(answer)
  if (typeof code === 'string' && REFUSAL.test(code)) throw explain(call, { status, code, message })
  if (status === 401) throw new ProviderError('not-authorised', AGAIN, { facts: { status } })
  if (status !== 200 || answer === undefined) throw unusableAnswer({ provider: NEBULA, status, hasEffect })
  return content === undefined ? others : readFields(content)
}

function explain({ path }: NebulaCall, refusal: { status: number; code: string; message: unknown }): ProviderError {
  const { status } = refusal
  const sentence = `${refusal.code}: ${typeof refusal.message === 'string' ? refusal.message : ''}`.slice(0, 200)
  const [, code, words] = REFUSALS.find(([pattern]) => pattern.test(sentence)) ?? []
  const facts = { status }
  if (code !== undefined) return new ProviderError(code, words ?? NEBULA, { facts })
  // A user whom the client does not know is reported as a request that is not valid.
  const isLogin = path === 'LOGIN_PATH'
  return isLogin
    ? new ProviderError('login-invalid', 'Nebula refused the client, the user name or the password', { facts })
    : new ProviderError('failed', 'Nebula refused', { facts })
}
