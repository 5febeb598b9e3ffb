/** One verb of the DSS API, and what its refusals mean. */
import { ProviderError, type ProviderErrorCode } from '../connector.ts'
import { requestJson } from '../http/request-json.ts'
import { readFields } from '../protocols/read-answer.ts'
import { unusableAnswer } from '../protocols/unusable-answer.ts'

export interface DssCall {
  readonly url: string
  readonly timeoutMs: number
  readonly accessToken: string
  readonly body: Readonly<Record<string, unknown>>
  readonly hasEffect?: boolean
}

const PROVIDER = 'RedTrust'

/** Words of a ResultMessage, in the order in which they are looked for. */
const REFUSALS: readonly (readonly [RegExp, ProviderErrorCode, string])[] = [
  [/\bpin\b.*\b(?:locked|blocked)/i, 'pin-locked', 'The PIN is locked'],
  [/\bpin\b/i, 'wrong-pin', 'The PIN is wrong'],
  [/\btoken\b.*\b(?:expired|valid|invalid)/i, 'not-authorised', 'RedTrust asks for the account to be authorised again'],
  [/\bcertificate\b.*\b(?:exist|found|accessible)/i, 'certificate-not-found', 'The certificate is not there any more'],
  [/\bcertificate\b.*\b(?:expired|revoked|disabled)/i, 'certificate-unusable', 'The certificate is not valid'],
]

/**
 * @returns the member ResultData of the answer
 * @throws ProviderError
 */
export async function callDss({ url, timeoutMs, accessToken, body, hasEffect = false }: DssCall): Promise<unknown> {
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await requestJson({ url, headers, body, timeoutMs, provider: PROVIDER, hasEffect })
  const { status } = answer
  if (status === 401 || status === 403) {
    const facts = { status }
    throw new ProviderError('not-authorised', 'RedTrust asks for the account to be authorised again', { facts })
  }
  const { ResultStatus: outcome, ResultMessage: message, ResultData: data } = readFields(answer.body)
  if (outcome === 'SUCCESS' && status === 200) return data
  if (outcome !== 'ERROR' || status >= 500) throw unusableAnswer({ provider: PROVIDER, status, hasEffect })
  throw explain(typeof message === 'string' ? message.slice(0, 200) : '', status)
}

function explain(message: string, status: number): ProviderError {
  const [, code, sentence] = REFUSALS.find(([pattern]) => pattern.test(message)) ?? []
  return new ProviderError(code ?? 'failed', sentence ?? 'RedTrust refused', { facts: { status } })
}
