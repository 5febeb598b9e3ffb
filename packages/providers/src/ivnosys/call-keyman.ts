/** One request to Keyman, the REST service of IvSign, and what its refusals mean. */
import { ProviderError, type ProviderErrorCode } from '../connector.ts'
import { requestJson } from '../http/request-json.ts'
import { readFields, type Fields } from '../protocols/read-answer.ts'
import { unusableAnswer } from '../protocols/unusable-answer.ts'
import { IVNOSYS, type KeymanSettings } from './settings.ts'

export interface KeymanCall {
  readonly path: keyof KeymanSettings['paths']
  readonly token?: string
  readonly body: Fields
  readonly hasEffect?: boolean
}

const AGAIN = 'Ivnosys asks for you to log in again'
const OVER = 'What was authorised at Ivnosys is over'

/**
 * Words of `error.message`, in the order in which they are looked for: what its numbers mean is documented nowhere.
 */
const REFUSALS: readonly (readonly [RegExp, ProviderErrorCode, string])[] = [
  [/\bpin\b.*\b(?:locked|blocked)/i, 'pin-locked', 'The PIN is locked'],
  [/\bpin\b/i, 'wrong-pin', 'The PIN is wrong'],
  [
    /\borgani[sz]ation\b|\bpassword\b|\bcredentials\b/i,
    'login-invalid',
    'Ivnosys refused the organisation, the user name or the password',
  ],
  [/\buser\b.*\b(?:locked|blocked)/i, 'failed', 'Ivnosys refuses further tries for a while'],
  [
    /\bhash\b.*\b(?:transaction|already)/i,
    'digest-not-authorised',
    'Ivnosys was not asked for this document, or has signed it already',
  ],
  [/\btransaction\b.*\b(?:denied|refused|rejected)/i, 'cancelled', 'It was refused at Ivnosys'],
  [/\btransaction\b/i, 'session-expired', OVER],
  [/\btoken\b|\bnot validated\b/i, 'not-authorised', AGAIN],
  [/\bcertificate\b.*\b(?:exist|found)/i, 'certificate-not-found', 'The certificate is not there any more'],
  [/\bcertificate\b.*\b(?:expired|revoked|disabled)/i, 'certificate-unusable', 'The certificate is not valid'],
]

/**
 * @returns the members of the answer
 * @throws ProviderError
 */
export async function callKeyman(settings: KeymanSettings, call: KeymanCall): Promise<Fields> {
  const { path, token, body, hasEffect = false } = call
  const { status, body: answer } = await requestJson({
    url: settings.url + settings.paths[path],
    body,
    timeoutMs: settings.timeoutMs,
    provider: IVNOSYS,
    hasEffect,
    ...(token !== undefined && { headers: headersFor(settings, token) }),
  })
  const { error, ...others } = readFields(answer)
  const { code, message } = readFields(error)
  if (status === 200 && (code === 0 || message === 'OK')) return others
  const facts = { status, ...(typeof code === 'number' && { code }) }
  if (status < 500 && typeof message === 'string') throw explain(message.slice(0, 200), facts)
  if (status === 401) throw new ProviderError('not-authorised', AGAIN, { facts })
  throw unusableAnswer({ provider: IVNOSYS, status, hasEffect })
}

function headersFor({ tokenHeader }: KeymanSettings, token: string): Record<string, string> {
  return {
    ...(tokenHeader !== 'bearer' && { authentication: token }),
    ...(tokenHeader !== 'authentication' && { authorization: `Bearer ${token}` }),
  }
}

function explain(message: string, facts: Readonly<Record<string, number>>): ProviderError {
  const [, code, sentence] = REFUSALS.find(([pattern]) => pattern.test(message)) ?? []
  if (code !== undefined) return new ProviderError(code, sentence ?? IVNOSYS, { facts })
  return facts['status'] === 401
    ? new ProviderError('not-authorised', AGAIN, { facts })
    : new ProviderError('failed', 'Ivnosys refused', { facts })
}
