import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { serveOperations, type Operations } from './serve-operations.ts'

/** The HTTP side of a process that answers no calls: probes and metrics, and nothing else. */
export function buildWorkerServer(log: FastifyBaseLogger, operations: Operations): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  serveOperations(app, operations)
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ Code: 'NOT_FOUND', Message: 'This process works on jobs and answers no calls.' }),
  )
  return app
}
