/**
 * What the errors of a CSC service mean to us. The standard fixes a few error codes and proposes texts; where several
 * troubles share a code, the text decides. The provider's own text goes nowhere: it might repeat what was typed.
 */
import { ProviderError, type ProviderErrorCode } from '../../connector.ts'
import { readFields } from '../read-answer.ts'
import type { CscOperation } from './csc-dialect.ts'

export interface CscRefusal {
  readonly provider: string
  readonly operation: CscOperation
  readonly status: number
  readonly body: unknown
  /** What the refused request carried. */
  readonly gave: { readonly pin?: boolean; readonly code?: boolean; readonly refreshToken?: boolean }
}

const BY_TEXT: readonly (readonly [RegExp, ProviderErrorCode])[] = [
  [/\blocked\b/i, 'pin-locked'],
  [/signatures is too high/i, 'batch-too-large'],
  [/hash is not authori[sz]ed/i, 'digest-not-authorised'],
  [/\bSAD\b/, 'session-expired'],
  [/parameter handle/i, 'session-expired'],
  [/\bcertificate\b.*\b(?:expired|revoked|suspended)/i, 'certificate-unusable'],
  [/\bcredential\b.*\bdisabled/i, 'certificate-unusable'],
  [/parameter credentialID/i, 'certificate-not-found'],
  [/\bOTP\b.*\bexpired/i, 'code-expired'],
  [/\bOTP\b.*\binvalid/i, 'wrong-code'],
  [/\bPIN\b.*\binvalid/i, 'wrong-pin'],
]

const BY_ERROR: Readonly<Record<string, ProviderErrorCode>> = {
  invalid_otp: 'wrong-code',
  invalid_pin: 'wrong-pin',
  invalid_token: 'not-authorised',
  expired_token: 'not-authorised',
  access_denied: 'not-authorised',
  unauthorized_client: 'not-authorised',
}

const WORDS: Readonly<Partial<Record<ProviderErrorCode, (provider: string) => string>>> = {
  'login-invalid': (provider) => `${provider} does not accept these credentials`,
  'not-authorised': (provider) => `${provider} has to be authorised again`,
  'pin-locked': (provider) => `${provider} has locked the certificate`,
  'wrong-pin': () => 'The PIN is wrong',
  'wrong-code': () => 'The code is wrong',
  'wrong-code-or-pin': () => 'The code or the PIN is wrong',
  'code-expired': () => 'The code has expired',
  'batch-too-large': (provider) => `${provider} does not sign so many documents at once`,
  'digest-not-authorised': (provider) => `${provider} was not authorised to sign this document`,
  'session-expired': () => 'The signing session has expired',
  'certificate-unusable': (provider) => `${provider} does not sign with this certificate`,
  'certificate-not-found': (provider) => `${provider} has no such certificate`,
  cancelled: () => 'The request was refused on the phone',
  'answer-lost': (provider) => `${provider} gave no usable answer, and may have signed`,
}

/** The error for an answer that is no success. */
export function explainCscError(refusal: CscRefusal): ProviderError {
  const { provider, operation, status } = refusal
  const { error } = readFields(refusal.body)
  const name = typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : undefined
  const code = chooseCode(refusal, name)
  const words = WORDS[code]?.(provider) ?? `${provider} could not do what was asked`
  return new ProviderError(code, words, { facts: { operation, status, ...(name !== undefined && { error: name }) } })
}

function chooseCode(refusal: CscRefusal, error: string | undefined): ProviderErrorCode {
  const { operation, status } = refusal
  const isRefusal = status >= 400 && status < 500 && status !== 429
  if (!isRefusal) return mayHaveSigned(refusal, error) ? 'answer-lost' : 'failed'
  if (operation === 'login') return refusal.gave.refreshToken === true ? 'not-authorised' : 'login-invalid'
  if (error === undefined) return status === 401 ? 'not-authorised' : 'failed'
  return codeOfText(refusal.body) ?? codeOfError(refusal, error)
}

/** A gateway in front of the service does not know what became of the request; the service itself does. */
const mayHaveSigned = ({ operation, status }: CscRefusal, error: string | undefined): boolean =>
  operation === 'sign' && status >= 500 && (error === undefined || status === 502 || status === 504)

function codeOfText(body: unknown): ProviderErrorCode | undefined {
  const { error_description: text } = readFields(body)
  if (typeof text !== 'string' || text.length > 1000) return undefined
  return BY_TEXT.find(([pattern]) => pattern.test(text))?.[1]
}

function codeOfError({ operation, gave }: CscRefusal, error: string): ProviderErrorCode {
  if (error !== 'invalid_authentication_data') return BY_ERROR[error] ?? 'failed'
  if (operation === 'check') return 'cancelled'
  // Version 2 does not say which of several values was wrong.
  if (gave.pin !== true) return 'wrong-code'
  return gave.code === true ? 'wrong-code-or-pin' : 'wrong-pin'
}
