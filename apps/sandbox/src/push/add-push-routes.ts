/** A push service (RFC 8030) that lets in whom a browser has named by key (VAPID, RFC 8292). */
import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../keep-time.ts'
import type { Browsers } from './open-browsers.ts'

const SUBSCRIPTION = {
  type: 'object',
  required: ['serverKey'],
  properties: { serverKey: { type: 'string', pattern: '^[A-Za-z0-9_-]{87}$' } },
} as const

const TOPIC = /^[A-Za-z0-9_-]{0,32}$/
const URGENCIES = ['very-low', 'low', 'normal', 'high']
const LONGEST_TOKEN_S = 24 * 60 * 60

export interface PushParts {
  readonly browsers: Browsers
  readonly clock: Clock
  /** Origin of the service. */
  readonly url: string
}

export function addPushRoutes(app: FastifyInstance, { browsers, clock, url }: PushParts): void {
  app.post<{ Body: { serverKey: string } }>(
    '/push/browsers',
    { schema: { body: SUBSCRIPTION } },
    async (request, reply) => {
      const { id, p256dh, auth } = browsers.subscribe(request.body.serverKey)
      return reply.code(201).send({ id, endpoint: `${url}/push/messages/${id}`, keys: { p256dh, auth } })
    },
  )
  app.delete<{ Params: { id: string } }>('/push/browsers/:id', async (request, reply) =>
    reply.code(browsers.end(request.params.id) ? 204 : 404).send(),
  )
  app.get('/push/messages.json', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { messages: browsers.messages() }
  })
  app.post<{ Params: { id: string }; Body: Buffer }>(
    '/push/messages/:id',
    { config: { fault: { service: 'push', operation: 'messages' }, accepts: 'application/octet-stream' } },
    async (request, reply) => {
      const { headers, params, body } = request
      const refuse = (status: number, reason: string) =>
        reply.code(status).send({ code: 'PUSH_REFUSED', message: reason })
      const browser = browsers.find(params.id)
      if (!browser) return refuse(410, 'The subscription has ended.')
      const at = new Date(clock.now())
      if (!isSender(headers.authorization, { key: browser.serverKey, origin: url, at }))
        return refuse(403, 'Not its sender.')
      const { ttl, topic = '', urgency = 'normal' } = headers as Record<string, string | undefined>
      if (!/^\d+$/.test(ttl ?? '')) return refuse(400, 'TTL is missing.')
      if (!TOPIC.test(topic) || !URGENCIES.includes(urgency)) return refuse(400, 'Topic or Urgency is none.')
      const text = headers['content-encoding'] === 'aes128gcm' ? browsers.open(browser.id, body) : undefined
      if (text === undefined) return refuse(400, 'The browser cannot open it.')
      browsers.take({ browser: browser.id, text, at: at.toISOString(), ttl: Number(ttl), topic, urgency })
      return reply.code(201).header('location', `${url}/push/messages/${browser.id}/taken`).send()
    },
  )
}

interface Expected {
  readonly key: string
  readonly origin: string
  readonly at: Date
}

/** RFC 8292, 2 and 3. */
function isSender(authorization: string | undefined, expected: Expected): boolean {
  const [, token, key] = /^vapid t=([\w-]+\.[\w-]+\.[\w-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? []
  if (token === undefined || key !== expected.key) return false
  const end = token.lastIndexOf('.')
  const [signed, signature] = [token.slice(0, end), Buffer.from(token.slice(end + 1), 'base64url')]
  try {
    const isSigned = verify('sha256', Buffer.from(signed), { key: toKey(key), dsaEncoding: 'ieee-p1363' }, signature)
    const claims: unknown = JSON.parse(Buffer.from(signed.split('.')[1]!, 'base64url').toString('utf8'))
    return isSigned && isInOrder(claims as Readonly<Record<string, unknown>>, expected)
  } catch {
    return false
  }
}

function isInOrder({ aud, exp, sub }: Readonly<Record<string, unknown>>, { origin, at }: Expected): boolean {
  const left = Number(exp) - at.getTime() / 1000
  return aud === origin && left > 0 && left <= LONGEST_TOKEN_S && /^(?:mailto|https):/.test(String(sub))
}

function toKey(key: string): KeyObject {
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
}
