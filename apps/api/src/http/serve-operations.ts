import type { FastifyInstance } from 'fastify'

export interface Operations {
  /** What must answer before this process can serve people, by name; true, or why not in a sentence. */
  readonly readiness: Readonly<Record<string, () => Promise<true | string>>>
  /** What an operator should know of a process that can serve all the same. */
  readonly warnings: () => readonly string[]
  /** It is about to end, and still serves. */
  readonly isLeaving: () => boolean
  readonly scrape: () => Promise<{ text: string; mediaType: string }>
}

const LEAVING = 'This process is about to end.'

/** Probes and metrics for operators. */
export function serveOperations(app: FastifyInstance, operations: Operations): void {
  app.get('/health/live', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  )
  app.get('/health/ready', async (_request, reply) => {
    const { isReady, ...body } = await tellReadiness(operations)
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(body)
  })
  app.get('/metrics', async (request, reply) => {
    // A proxy keeps one spelling from the outside; the router would take /METRICS, /metrics/ and /%6detrics, too.
    if (request.raw.url?.split('?')[0] !== '/metrics') return reply.callNotFound()
    const { text, mediaType } = await operations.scrape()
    return reply.header('content-type', mediaType).send(text)
  })
  // A balancer that keeps connections open learns with each answer that it should open the next one elsewhere.
  app.addHook('onSend', async (_request, reply) => {
    if (operations.isLeaving()) void reply.header('connection', 'close')
  })
}

async function tellReadiness({ readiness, warnings, isLeaving }: Operations) {
  const checks = await Promise.all(
    Object.entries(readiness).map(async ([name, check]) => {
      // What an error of a driver says may hold an address or a password.
      const answer = await check().catch(() => `What ${name} said cannot be told here; see the log.`)
      return [name, answer] as const
    }),
  )
  const reasons = checks.flatMap(([, answer]) => (answer === true ? [] : [answer]))
  const status = reasons.length === 0 ? 'ready' : 'not ready'
  const told = warnings()
  return {
    isReady: status === 'ready' && !isLeaving(),
    status: isLeaving() ? 'leaving' : status,
    checks: Object.fromEntries(checks.map(([name, answer]) => [name, answer === true])),
    ...((reasons.length > 0 || isLeaving()) && { reasons: isLeaving() ? [LEAVING, ...reasons] : reasons }),
    ...(told.length > 0 && { warnings: told }),
  }
}
