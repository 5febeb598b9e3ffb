import type { FastifyInstance } from 'fastify'

export interface RequestWatch {
  readonly answered: (request: { method: string; route: string; status: number; seconds: number }) => void
}

/**
 * Counts and logs each answer by the pattern of its route. The address itself is not logged: it names people's
 * documents, and a portal address may carry a token in its query.
 */
export function watchRequests(app: FastifyInstance, watch: RequestWatch): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const status = reply.statusCode
    const seconds = reply.elapsedTime / 1000
    watch.answered({ method: request.method, route, status, seconds })
    request.log.info({ method: request.method, route, status, ms: Math.round(reply.elapsedTime) }, 'answered')
  })
}
