import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chooseLanguage } from '../desk/choose-language.ts'
import { DECISIONS, type Decision, type Phone } from '../phone/open-phone.ts'

/** The portal's account at the text message gateway. */
export interface SmsAccount {
  readonly token: string
}

const MESSAGE = {
  type: 'object',
  required: ['to', 'text'],
  properties: {
    to: { type: 'string', pattern: '^\\+?[0-9 ()-]{3,30}$' },
    text: { type: 'string', minLength: 1, maxLength: 1600 },
    from: { type: 'string', maxLength: 60 },
  },
} as const

const DECISION = {
  type: 'object',
  required: ['decision'],
  properties: { decision: { enum: Object.keys(DECISIONS) } },
} as const

/** A one-time code as texts carry them: four to eight digits that are part of no date, amount or phone number. */
const CODE = /(?<![\d+\-/.:])\d{4,8}(?![\d\-/:]|[.,]\d)/

/** The gateway that takes text messages (JSON, bearer token), and the phone that receives all of them. */
export function addPhoneRoutes(app: FastifyInstance, { phone, sms }: { phone: Phone; sms: SmsAccount }): void {
  app.post<{ Body: { to: string; text: string; from?: string } }>(
    '/sms/messages',
    {
      config: { fault: { service: 'sms', operation: 'messages' } },
      schema: { body: MESSAGE },
      onRequest: async (request, reply) => {
        if (isAuthorised(request.headers.authorization, sms)) return
        await reply.code(401).send({ code: 'TOKEN_INVALID', message: 'The bearer token is missing or wrong.' })
      },
    },
    async (request, reply) => {
      const { to, text, from = 'Rúbrica' } = request.body
      const { id } = phone.receive({ to, from, text, code: CODE.exec(text)?.[0] })
      return reply.code(201).send({ id })
    },
  )
  app.get('/phone.json', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { messages: phone.messages(), pushes: phone.pushes(), apps: phone.apps(), cards: phone.cards() }
  })
  app.get('/phone/events', (request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    reply.raw.write(': the phone tells when something comes\n\n')
    const stop = phone.onChange(() => void reply.raw.write('data: changed\n\n'))
    request.raw.socket.on('close', stop)
  })
  app.post<{ Params: { id: string }; Body: { decision: Decision }; Querystring: { lang?: unknown } }>(
    '/phone/pushes/:id',
    { schema: { body: DECISION }, onRequest: refuseOtherPages },
    async (request, reply) => {
      const push = phone.decide(request.params.id, request.body.decision)
      const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded'
      if (isForm) return reply.redirect(`/?lang=${chooseLanguage(request.query.lang, '')}#phone`, 303)
      if (push !== undefined) return push
      return reply.code(404).send({ code: 'PUSH_UNKNOWN', message: 'There is no such request.' })
    },
  )
}

/** The desk's own page and programs may decide, other web pages may not. */
async function refuseOtherPages(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { origin, host } = request.headers
  if (origin === undefined || origin === `http://${host}`) return
  await reply.code(403).send({ code: 'WEB_PAGE_REFUSED', message: 'Only the desk may call this, not other web pages.' })
}

/** Compares digests, so that the time taken says nothing about where or how far the texts differ. */
function isAuthorised(header: string | undefined, { token }: SmsAccount): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`))
}
