/** One request of the SignCloud protocol, and what its errors mean. */
import { ProviderError, type ProviderErrorCode } from '../../connector.ts'
import { requestJson } from '../../http/request-json.ts'
import { readFields, readWholeNumber } from '../read-answer.ts'
import { tellUnusable } from '../tell-failure.ts'

export interface SignCloud {
  /** As people call the provider; stands in the messages of errors. */
  readonly provider: string
  /** Address that the name of a resource is appended to, with a slash at the end. */
  readonly base: string
  readonly timeoutMs: number
}

export type SignCloudResource = 'token_info' | 'get_objects' | 'generate_otp' | 'sign_rsa'

export interface SignCloudCall {
  readonly resource: SignCloudResource
  readonly body: Readonly<Record<string, unknown>>
  /** Something is signed: see `JsonRequest`. */
  readonly hasEffect?: boolean
}

/** The service's own words for each error, in the order in which they are looked for. */
const ERRORS: readonly (readonly [RegExp, ProviderErrorCode, (provider: string) => string])[] = [
  [/^invalid credentials/i, 'login-invalid', (provider) => `${provider} refused the user name or the password`],
  // The portal knows this sentence, so it stays as the service says it.
  [/^token not found/i, 'login-invalid', () => 'Token not found'],
  [/^authentication refused/i, 'login-invalid', (provider) => `${provider} refuses further tries for a while`],
  [/^pin invalid/i, 'wrong-pin', () => 'The PIN is wrong'],
  [/^(?:token|pin) (?:is )?locked/i, 'pin-locked', () => 'The PIN is locked'],
  [/^otp (?:is )?(?:required|missing|not found)/i, 'code-required', () => 'A code is needed'],
  [/^otp (?:has |is )?(?:expired|used|already used|no longer valid)/i, 'code-expired', () => 'The code has expired'],
  [/^(?:otp|invalid otp)\b/i, 'wrong-code', () => 'The code is wrong'],
  [
    /^certificate (?:has |is )?(?:expired|revoked|suspended)/i,
    'certificate-unusable',
    () => 'The certificate is not valid',
  ],
  [/^(?:object|identifier) not found/i, 'certificate-not-found', () => 'The certificate is not there any more'],
]

/** Status of the back-off after three wrong log-ins. */
const TOO_MANY_TRIES = 420

export const isBackOff = (error: unknown): boolean =>
  error instanceof ProviderError && error.facts['status'] === TOO_MANY_TRIES

/**
 * @returns the member `result` of the answer
 * @throws ProviderError
 */
export async function callSignCloud(cloud: SignCloud, call: SignCloudCall): Promise<unknown> {
  const { provider, base, timeoutMs } = cloud
  const { resource, body, hasEffect = false } = call
  const answer = await requestJson({ url: `${base}${resource}`, body, timeoutMs, provider, hasEffect })
  const { result, error } = readFields(answer.body)
  if (answer.status === 200 && error == null && result != null) return result
  const { msg, error_code: code, details } = readFields(error)
  if (typeof msg !== 'string') throw tellUnusable({ provider, status: answer.status, hasEffect })
  throw explain(provider, {
    status: answer.status,
    code: readWholeNumber(code, 999) ?? 0,
    // Only the name of what is missing is looked at; nothing of these texts goes further.
    sentence: `${msg === 'Missing parameter' ? `${String(details)} missing` : msg}`.slice(0, 100),
  })
}

function explain(provider: string, told: { status: number; code: number; sentence: string }): ProviderError {
  const facts = { status: told.status, errorCode: told.code }
  const [, code, tell] = ERRORS.find(([pattern]) => pattern.test(told.sentence)) ?? []
  if (code === undefined || tell === undefined) return new ProviderError('failed', `${provider} refused`, { facts })
  return new ProviderError(code, tell(provider), { facts })
}
