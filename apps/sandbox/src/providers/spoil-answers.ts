import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { playFault, type Fault, type FaultBook, type FaultyService } from '../inject-faults.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name under which faults may be ordered for this route. */
    fault?: { readonly service: FaultyService; readonly operation: string }
  }
  interface FastifyRequest {
    /** The fault that was ordered for this request; the stand-in plays those that are about what it signs. */
    fault: Fault | undefined
  }
}

const ENORMOUS_BYTES = 96 * 1024 * 1024
const CHUNK = Buffer.alloc(64 * 1024, 'A')

/**
 * Plays the ordered faults on every route of `app` that names itself in `config.fault`: some before the work is done,
 * some on the finished answer.
 */
export function spoilAnswers(app: FastifyInstance, faults: FaultBook): void {
  app.decorateRequest('fault', undefined)
  app.addHook('preHandler', async (request, reply) => {
    const { fault: place } = request.routeOptions.config
    if (place === undefined) return
    request.fault = faults.take(place.service, place.operation)
    if (request.fault?.kind === 'malformed') return
    await playFault(request.fault, reply, 'application/json')
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const spoil = SPOILERS[request.fault?.kind ?? '']
    if (spoil === undefined || typeof payload !== 'string') return payload
    reply.removeHeader('content-length')
    // A cut is seen only by who was told how much there is.
    if (request.fault?.kind === 'half') reply.header('content-length', Buffer.byteLength(payload))
    return spoil(payload, request.raw.socket)
  })
}

/** Faults of a finished answer, by their names. */
const SPOILERS: Readonly<Record<string, (payload: string, connection: Socket) => string | Readable>> = {
  malformed: (payload) => `${payload.slice(0, -1)},`,
  empty: () => '',
  half: (payload, connection) => Readable.from(cutShort(payload, connection)),
  enormous: () => Readable.from(goOn()),
  'answer-lost': (payload, connection) => {
    connection.destroy()
    return payload
  },
}

/** The first half, after which the connection is gone. */
async function* cutShort(payload: string, connection: Socket): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(payload)
  yield bytes.subarray(0, bytes.length >> 1)
  await new Promise((resolve) => setImmediate(resolve))
  connection.destroy()
}

function* goOn(): Generator<Buffer> {
  yield Buffer.from('{"SANDBOX":"')
  for (let sent = 0; sent < ENORMOUS_BYTES; sent += CHUNK.length) yield CHUNK
  yield Buffer.from('"}')
}
