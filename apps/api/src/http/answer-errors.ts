import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PortalError } from '@rubrica/domain'
import { writeProblem, type Problem } from './problems/write-problem.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Where people and programs reach the server, without a slash at the end. */
    publicUrl: () => string
  }
}

export interface ErrorWatch {
  /** Whether an error means that something the server stands on is away for the moment. */
  readonly isOutage: (error: unknown) => boolean
  /** Called with every error that is the server's fault. */
  readonly onBug: () => void
}

/** Gives every error the shape that its caller is promised. What is inside the server stays inside. */
export function answerErrors(app: FastifyInstance, watch: ErrorWatch): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toProblem(error, watch, request)
    if (problem.code === 'INTERNAL_ERROR') {
      watch.onBug()
      request.log.error({ err: error }, 'unexpected error')
    } else if (problem.status >= 500) {
      request.log.warn({ err: error }, 'temporarily unavailable')
    }
    return answerProblem(reply, problem)
  })
}

/** Sends a problem: to programs as problem details, to everybody else in the shape of the portal's calls. */
export function answerProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.code === 'SESSION_EXPIRED') void reply.header('www-authenticate', 'Bearer')
  // A body that comes too slowly is not read to the end.
  if (problem.status === 408) void reply.header('connection', 'close')
  const isSoonOver = problem.status === 503 || problem.code === 'IDEMPOTENCY_KEY_IN_USE'
  if (isSoonOver) void reply.header('retry-after', '5')
  void reply.code(problem.status).header('cache-control', 'no-store')
  if (!isFromProgram(reply.request)) return sendPlainly(reply, problem)
  if (problem.code === 'SCOPE_TOO_NARROW') void reply.header('www-authenticate', scopeChallenge(problem))
  return sendDetails(reply, problem)
}

/** RFC 6750 §3.1: any one of the scopes is enough. */
function scopeChallenge({ details }: Problem): string {
  const scopes = details?.['Scopes']
  return `Bearer error="insufficient_scope", scope="${Array.isArray(scopes) ? scopes.map(String).join(' ') : ''}"`
}

const PROGRAM_PATH = /^\/api\/v1(?:[/?]|$)/i

/** By the address as it came, and by that of the route, which may have been written otherwise. */
export const isFromProgram = ({ url, routeOptions }: FastifyRequest) =>
  PROGRAM_PATH.test(url) || PROGRAM_PATH.test(routeOptions.url ?? '')

function sendDetails(reply: FastifyReply, problem: Problem): FastifyReply {
  const { server, request } = reply
  const details = writeProblem(problem, { publicUrl: server.publicUrl(), requestId: request.id })
  // As bytes, since a charset would be added to a text, and this type has none (RFC 9457 §6.1).
  return reply.header('content-type', 'application/problem+json').send(Buffer.from(JSON.stringify(details)))
}

function sendPlainly(reply: FastifyReply, { code, message, details }: Problem): FastifyReply {
  return reply.type('application/json; charset=utf-8').send({
    Code: code,
    Message: message,
    ...(details && Object.keys(details).length > 0 && { Details: details }),
  })
}

function toProblem(error: FastifyError, watch: ErrorWatch, request: FastifyRequest): Problem {
  if (error instanceof PortalError) {
    return {
      status: error.status,
      code: error.code,
      message: error.message,
      details: error.facts,
      faults: error.faults,
    }
  }
  if (watch.isOutage(error)) {
    const message = 'The server cannot answer for the moment. Try again shortly.'
    return { status: 503, code: 'TEMPORARILY_UNAVAILABLE', message }
  }
  return fromFramework(error) ?? internalError(request)
}

export const NOT_UNDERSTOOD: Problem = {
  status: 400,
  code: 'BAD_REQUEST',
  message: 'The request cannot be understood.',
}

const FRAMEWORK_PROBLEMS: Readonly<Record<string, Problem>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, code: 'BODY_TOO_LARGE', message: 'The body is too large.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'The body has a type that this call does not take.',
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: { status: 400, code: 'BODY_NOT_JSON', message: 'The body is empty, not JSON.' },
  FST_ERR_CTP_INVALID_JSON_BODY: { status: 400, code: 'BODY_NOT_JSON', message: 'The body is not JSON.' },
}

function fromFramework(error: FastifyError): Problem | undefined {
  const known = FRAMEWORK_PROBLEMS[error.code]
  if (known) return known
  if (error instanceof SyntaxError && error.statusCode === 400)
    return FRAMEWORK_PROBLEMS['FST_ERR_CTP_INVALID_JSON_BODY']
  const status = error.statusCode ?? 500
  if (status < 400 || status >= 500) return undefined
  return { ...NOT_UNDERSTOOD, status }
}

const TOO_SLOW = { code: 'REQUEST_TIMEOUT', message: 'The request did not arrive in time.' }
const BROKEN: Readonly<Record<string, { status: string; problem: Pick<Problem, 'code' | 'message'> }>> = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', problem: NOT_UNDERSTOOD },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', problem: TOO_SLOW },
}

/** Answers bytes that are no HTTP request, for which there is no reply object. */
export function answerBrokenRequest(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, problem } = BROKEN[error.code] ?? { status: '400 Bad Request', problem: NOT_UNDERSTOOD }
  const body = JSON.stringify({ Code: problem.code, Message: problem.message })
  const headers = `content-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close`
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`)
}

function internalError(request: FastifyRequest): Problem {
  const message = 'Something went wrong in the server. It was noted under the id in Details.'
  return { status: 500, code: 'INTERNAL_ERROR', message, details: { RequestId: request.id } }
}
