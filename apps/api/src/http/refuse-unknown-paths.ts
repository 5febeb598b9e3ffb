import type { FastifyReply, FastifyRequest } from 'fastify'
import { contract, type Endpoint, type Method } from '@rubrica/contract'
import { answerProblem } from './answer-errors.ts'

interface KnownPath {
  readonly pattern: RegExp
  readonly method: Method
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const KNOWN_PATHS: readonly KnownPath[] = Object.values<Endpoint>(contract).map(({ path, method }) => {
  const segments = path.split('/').filter((segment) => segment !== '')
  const source = segments.map((segment) => (segment.startsWith(':') ? '[^/]+' : escape(segment))).join('/')
  return { pattern: new RegExp(`^/${source}/?$`, 'i'), method }
})

/** Answers calls that nobody handles: 405 where another method would do, 404 otherwise. */
export function refuseUnknownCall(request: FastifyRequest, reply: FastifyReply, prefix: string): FastifyReply {
  const path = request.url.split('?')[0]!.slice(prefix.length)
  const methods = KNOWN_PATHS.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  if (methods.length === 0) {
    return answerProblem(reply, { status: 404, code: 'NOT_FOUND', message: 'There is nothing at this address.' })
  }
  const allow = [...new Set(methods)].join(', ')
  void reply.header('allow', allow)
  return answerProblem(reply, {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    message: `This address takes ${allow}.`,
    details: { Allowed: [...new Set(methods)] },
  })
}
