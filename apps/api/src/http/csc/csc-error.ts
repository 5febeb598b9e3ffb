import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { PortalError, type ErrorCode } from '@rubrica/domain'
import type { ErrorWatch } from '../answer-errors.ts'
import type { CscVersion } from './csc-version.ts'

/** A refusal of the CSC API and of OAuth: `{error, error_description}` under a status (CSC 10.1, RFC 6749 §5.2). */
export class CscError extends Error {
  readonly code = 'CSC_REFUSED'
  readonly status: number
  readonly error: string

  constructor(status: number, error: string, description: string) {
    super(description)
    this.status = status
    this.error = error
  }
}

export const invalidRequest = (description: string): CscError => new CscError(400, 'invalid_request', description)

interface Words {
  readonly status?: number
  readonly error: string
  readonly description?: string
}

/** What the standard says of our errors; all others are a request that is not valid. */
const WORDS: Partial<Record<ErrorCode, Words>> = {
  SESSION_EXPIRED: { status: 401, error: 'invalid_token' },
  INVALID_CLIENT: { status: 401, error: 'invalid_client' },
  AUTHORISATION_CLIENT_UNKNOWN: { status: 401, error: 'invalid_client' },
  WRONG_PIN: { error: 'invalid_pin', description: 'The PIN is invalid' },
  PIN_REQUIRED: { error: 'invalid_request', description: 'Missing (or invalid type) string parameter PIN' },
  PIN_LOCKED: { error: 'invalid_request', description: 'PIN locked' },
  WRONG_CODE: { error: 'invalid_otp', description: 'The OTP is invalid' },
  CODE_EXPIRED: { error: 'invalid_otp', description: 'The OTP is invalid' },
  CODE_REQUIRED: { error: 'invalid_request', description: 'Missing (or invalid type) string parameter OTP' },
  CERTIFICATE_NOT_FOUND: { error: 'invalid_request', description: 'Invalid parameter credentialID' },
  CERTIFICATE_TYPE_NOT_ALLOWED: { error: 'access_denied' },
  CERTIFICATE_FOREIGN: { error: 'access_denied' },
  HOLDER_UNKNOWN: { error: 'access_denied' },
  HOLDER_UNCONFIRMED: { error: 'access_denied' },
  RATE_LIMITED: { status: 429, error: 'temporarily_unavailable' },
  TEMPORARILY_UNAVAILABLE: { status: 503, error: 'temporarily_unavailable' },
}

/** Version 2 has one word for everything that was typed wrongly. */
const TYPED: readonly ErrorCode[] = ['WRONG_PIN', 'WRONG_CODE', 'CODE_EXPIRED']

function fromPortalError(error: PortalError, version: CscVersion): CscError {
  if (version.id === 'v2' && TYPED.includes(error.code)) {
    return new CscError(400, 'invalid_authentication_data', 'The authentication data is invalid')
  }
  const { status = 400, error: word, description = error.message } = WORDS[error.code] ?? { error: 'invalid_request' }
  const named = error.facts['Error']
  return new CscError(status, typeof named === 'string' ? named : word, description)
}

function toCscError(error: FastifyError, watch: ErrorWatch, version: CscVersion): CscError {
  if (error instanceof CscError) return error
  if (error instanceof PortalError) return fromPortalError(error, version)
  if (watch.isOutage(error)) return new CscError(503, 'temporarily_unavailable', 'Try again shortly')
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) return new CscError(status, 'invalid_request', 'The request cannot be understood')
  return new CscError(500, 'server_error', 'Something went wrong in the server')
}

/** Answers every error below an address of the API in its form. What is inside the server stays inside. */
export function answerCscErrors(version: CscVersion, watch: ErrorWatch) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const answer = toCscError(error, watch, version)
    if (answer.status === 500) {
      watch.onBug()
      request.log.error({ err: error }, 'unexpected error')
    }
    if (answer.status === 401) void reply.header('www-authenticate', challengeOf(answer))
    if (answer.status === 503) void reply.header('retry-after', '5')
    return reply
      .code(answer.status)
      .headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
      .type('application/json; charset=utf-8')
      .send({ error: answer.error, error_description: answer.message })
  }
}

/** RFC 6750 §3: a request without a token gets a challenge that names no error. */
function challengeOf({ error, message }: CscError): string {
  if (error === 'invalid_client') return 'Basic realm="rubrica"'
  return error === 'invalid_token' ? `Bearer error="invalid_token", error_description="${message}"` : 'Bearer'
}
