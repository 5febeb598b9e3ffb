/** One request of the SignCloud protocol, and what its errors mean. */
import { ProviderError, type ProviderErrorCode } from '../../connector.ts'
import { requestJson } from '../../http/request-json.ts'
import { readFields, readWholeNumber } from '../read-answer.ts'
import { unusableAnswer } from '../unusable-answer.ts'

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
  [/^(?:username|password) missing/i, 'login-invalid', () => 'The user name or the password is missing'],
  // The portal knows this sentence, so it stays as the service says it.
  [/^token not found/i, 'login-invalid', () => 'Token not found'],
  [/^authentication refused/i, 'failed', (provider) => `${provider} refuses further tries for a while`],
  [/^pin missing/i, 'wrong-pin', () => 'The PIN is missing'],
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
  [
    /^(?:object|identifier)\b.*\b(?:found|supported)/i,
    'certificate-not-found',
    () => 'The certificate is not there any more',
  ],
]

const MAX_ERROR_CODE = 9999
const MAX_SENTENCE = 200

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
  if (typeof msg !== 'string') throw unusableAnswer({ provider, status: answer.status, hasEffect })
  const facts = { status: answer.status, errorCode: readWholeNumber(code, MAX_ERROR_CODE) ?? 0 }
  throw explain(provider, chooseSentence(msg, details), facts)
}

/** What the error is recognised by; nothing of these texts goes further, since they may repeat what was sent. */
function chooseSentence(msg: string, details: unknown): string {
  const more = typeof details === 'string' ? details : ''
  if (/^missing parameter/i.test(msg)) return `${more} missing`
  return /^internal server error/i.test(msg) ? more : msg
}

function explain(provider: string, sentence: string, facts: { status: number; errorCode: number }): ProviderError {
  const [, code, describe] = ERRORS.find(([pattern]) => pattern.test(sentence.slice(0, MAX_SENTENCE))) ?? []
  if (code === undefined || describe === undefined) return new ProviderError('failed', `${provider} refused`, { facts })
  return new ProviderError(code, describe(provider), { facts })
}
