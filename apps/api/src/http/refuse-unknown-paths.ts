import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerProblem } from './answer-errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods that an address takes; none for one that is not there. Addresses below a wildcard are not known. */
    methodsAt: (path: string) => readonly string[]
  }
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The addresses of a route; any number of slashes at the end and any case, as the router has it. */
function patternOf(url: string): RegExp {
  const segments = url.split('/').filter((segment) => segment !== '')
  const source = segments.map((segment) => (segment.startsWith(':') ? '[^/]+' : escape(segment))).join('/')
  return new RegExp(`^/${source}/*$`, 'i')
}

/** Keeps which methods each address takes. Comes before the routes. */
export function knowMethods(app: FastifyInstance): void {
  const known: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = []
  app.decorate('methodsAt', (path: string) => [
    ...new Set(known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)),
  ])
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.includes('*')) known.push({ pattern: patternOf(url), methods: [method].flat() })
  })
}

/** Answers calls that nobody handles: 405 where another method would do (RFC 9110 §15.5.6), 404 otherwise. */
export function refuseUnknownCall(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return refuseMethod(reply, request.server.methodsAt(request.url.split('?')[0]!))
}

/** @param methods that the address takes; without any there is nothing */
export function refuseMethod(reply: FastifyReply, methods: readonly string[]): FastifyReply {
  if (methods.length === 0) {
    return answerProblem(reply, { status: 404, code: 'NOT_FOUND', message: 'There is nothing at this address.' })
  }
  const allow = methods.join(', ')
  void reply.header('allow', allow)
  return answerProblem(reply, {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    message: `This address takes ${allow}.`,
    details: { Allowed: methods },
  })
}
