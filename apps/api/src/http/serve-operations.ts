import type { FastifyInstance } from 'fastify'

export interface Operations {
  /** What must answer before this process can serve people, by name; true, or why not in a sentence. */
  readonly readiness: Readonly<Record<string, () => Promise<boolean | string>>>
  readonly scrape: () => Promise<{ text: string; mediaType: string }>
}

/** Probes and metrics for operators. */
export function serveOperations(app: FastifyInstance, { readiness, scrape }: Operations): void {
  app.get('/health/live', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  )
  app.get('/health/ready', async (_request, reply) => {
    const checks = await Promise.all(
      Object.entries(readiness).map(async ([name, check]) => [name, await check().catch(() => false)] as const),
    )
    const isReady = checks.every(([, answers]) => answers === true)
    const reasons = checks.filter(([, answers]) => typeof answers === 'string')
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: isReady ? 'ready' : 'not ready',
        checks: Object.fromEntries(checks.map(([name, answers]) => [name, answers === true])),
        ...(reasons.length > 0 && { reasons: Object.fromEntries(reasons) }),
      })
  })
  app.get('/metrics', async (_request, reply) => {
    const { text, mediaType } = await scrape()
    return reply.header('content-type', mediaType).send(text)
  })
}
