import { PortalError, type ErrorCode } from '@rubrica/domain'
import type { ProviderError, ProviderErrorCode } from '@rubrica/providers/connector'

/** What a person reads of a provider's trouble. None of them is a 401, which would end the person's own session. */
const TOLD: Readonly<Record<ProviderErrorCode, ErrorCode>> = {
  'login-invalid': 'PROVIDER_LOGIN_INVALID',
  'wrong-pin': 'WRONG_PIN',
  'pin-locked': 'PIN_LOCKED',
  'wrong-code': 'WRONG_CODE',
  'wrong-code-or-pin': 'WRONG_CODE_OR_PIN',
  'code-expired': 'CODE_EXPIRED',
  'code-required': 'CODE_REQUIRED',
  'not-authorised': 'PROVIDER_NOT_AUTHORISED',
  'certificate-not-found': 'CERTIFICATE_NOT_FOUND',
  'certificate-unusable': 'CERTIFICATE_UNUSABLE',
  cancelled: 'SIGNING_CANCELLED',
  'session-expired': 'SIGNING_SESSION_EXPIRED',
  'digest-not-authorised': 'DIGEST_NOT_AUTHORISED',
  'consent-timed-out': 'CONSENT_TIMED_OUT',
  'consent-mismatch': 'CONSENT_MISMATCH',
  'batch-too-large': 'BATCH_TOO_LARGE',
  unreachable: 'PROVIDER_UNREACHABLE',
  timeout: 'PROVIDER_TIMEOUT',
  failed: 'PROVIDER_FAILED',
  'signature-refused': 'PROVIDER_SIGNATURE_REFUSED',
  'answer-lost': 'PROVIDER_ANSWER_LOST',
}

/** By name: what comes out of a connector was thrown by another package, and a use case imports only its types. */
export const isProviderError = (error: unknown): error is ProviderError =>
  error instanceof Error && error.name === 'ProviderError'

/** What a provider said of what went wrong, without a secret: for the audit log. */
export const factsOf = (error: unknown): ProviderError['facts'] | undefined =>
  error instanceof PortalError && isProviderError(error.cause) ? error.cause.facts : undefined

/** A connector's error in our words; anything else is left as it is. The provider's own sentence reaches the person. */
function explainProviderError(error: unknown): unknown {
  if (!isProviderError(error)) return error
  return new PortalError(TOLD[error.code], error.message, { cause: error })
}

/** Calls a provider. @throws {PortalError} for every error of the provider */
export async function askProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw explainProviderError(error)
  }
}
