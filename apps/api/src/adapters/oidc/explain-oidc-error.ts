import { ClientError, ResponseBodyError } from 'openid-client'
import { PortalError } from '@rubrica/domain'

const TIMEOUT = 'OAUTH_TIMEOUT'
const STATUS_UNEXPECTED = 'OAUTH_RESPONSE_IS_NOT_CONFORM'
/** What the provider sent is no JSON at all, which is trouble there and says nothing of the code. */
const UNREADABLE = new Set(['OAUTH_PARSE_ERROR', 'OAUTH_RESPONSE_IS_NOT_JSON'])

/** Why a provider's discovery did not work, in our words. */
export function explainDiscoveryError(error: unknown): unknown {
  return explainReaching(error) ?? (isOfClient(error) ? failed(error) : error)
}

/**
 * Why an answer was not taken, in our words. An ID token that is not as it must be is reported like a code that is not:
 * its nonce, issuer, audience or times are wrong because it was not meant for this log-in.
 */
export function explainAnswerError(error: unknown): unknown {
  if (error instanceof ResponseBodyError) return explainRefusal(error)
  const reaching = explainReaching(error)
  if (reaching) return reaching
  if (!isOfClient(error)) return error
  if (UNREADABLE.has(error.code ?? '')) return failed(error)
  if (error.code === STATUS_UNEXPECTED && statusOf(error.cause) !== 400) return failed(error)
  return codeInvalid(error)
}

/** RFC 6749 §5.2. */
function explainRefusal(error: ResponseBodyError): PortalError {
  if (error.error === 'access_denied') return refused(error)
  if (error.error === 'invalid_grant' || error.error === 'invalid_request') return codeInvalid(error)
  return failed(error)
}

function explainReaching(error: unknown): PortalError | undefined {
  if (error instanceof ClientError && error.code === TIMEOUT) {
    return new PortalError('PROVIDER_TIMEOUT', 'The login provider does not answer.', { cause: error })
  }
  // What fetch throws when there is no connection.
  if (error instanceof TypeError && error.message === 'fetch failed') {
    return new PortalError('PROVIDER_UNREACHABLE', 'The login provider cannot be reached.', { cause: error })
  }
  return undefined
}

const isOfClient = (error: unknown): error is ClientError => error instanceof ClientError

const statusOf = (cause: unknown) => (cause instanceof Response ? cause.status : undefined)

const codeInvalid = (cause: unknown) =>
  new PortalError('LOGIN_CODE_INVALID', 'The code is not valid, or no longer. Log in again.', { cause })

const refused = (cause: unknown) => new PortalError('LOGIN_REFUSED', 'The request is not allowed.', { cause })

const failed = (cause: unknown) =>
  new PortalError('PROVIDER_FAILED', 'The login provider did not do what it must.', { cause })
