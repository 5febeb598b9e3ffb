import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Span, Tracing } from '../ports/tracing.ts'

export interface RequestTracing {
  readonly tracing: Pick<Tracing, 'begin'>
  /** The nearest hop is a proxy of ours, which sets `traceparent` or takes it away. */
  readonly isBehindProxy: boolean
}

/** Makes each request a span, by the pattern of its route: its address names documents, and may carry a token. */
export function traceRequests(app: FastifyInstance, { tracing, isBehindProxy }: RequestTracing): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const span = tracing.begin(`${request.method} ${route}`, {
      kind: 'server',
      facts: { 'http.request.method': request.method, 'http.route': route },
      traceparent: isBehindProxy ? String(request.headers['traceparent'] ?? '') : undefined,
    })
    spans.set(request, span)
    span.run(done)
  })
  // The body arrives in events of the connection, which are within nothing.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode
    const span = spans.get(request)
    if (!span) return done()
    // What is logged of the answer belongs to it, too.
    span.run(done)
    span.end({ 'http.response.status_code': status }, status >= 500 ? { code: String(status) } : undefined)
  })
}
