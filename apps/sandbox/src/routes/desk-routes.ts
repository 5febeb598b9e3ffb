import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chooseLanguage, type Language } from '../desk/choose-language.ts'
import { renderDesk, type DeskFacts } from '../desk/render-desk.ts'
import { renderMail } from '../desk/render-mail.ts'
import { renderPhone } from '../desk/render-phone.ts'
import { sendPage } from '../desk/send-page.ts'
import type { Clock } from '../keep-time.ts'
import type { Mailbox } from '../mail/open-mailbox.ts'
import type { People } from '../people/open-people.ts'
import type { Phone } from '../phone/open-phone.ts'

type DeskRequest = FastifyRequest<{ Querystring: { lang?: unknown }; Params: { id: string } }>

/** For a mail's own page inside the frame: its inline style, no script, no address but its own. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

/** Makes a mail's links open outside its frame. */
const MAIL_BASE = '<base target="_blank">'

export interface Desk {
  readonly people: People
  readonly mailbox: Mailbox
  readonly phone: Phone
  readonly clock: Clock
  readonly facts: DeskFacts
  readonly portalPassword: string | undefined
}

/** The desk for people's eyes, and the same facts as JSON for programs. */
export function addDeskRoutes(app: FastifyInstance, desk: Desk): void {
  const { people, mailbox, phone, clock, facts, portalPassword } = desk
  app.get('/', (request: DeskRequest, reply) => {
    const language = languageOf(request)
    const known = { people: people.list, portalPassword, mails: mailbox.list(), phone, facts }
    const view = { ...known, now: clock.now(), language }
    return sendPage(reply, { language, html: renderDesk(view) })
  })
  app.get('/phone/view', (request: DeskRequest, reply) => {
    const language = languageOf(request)
    reply.header('cache-control', 'no-store')
    return sendPage(reply, { language, html: renderPhone(phone, language, clock.now()).text })
  })
  app.get('/sandbox.json', async () => facts)
  app.get('/people.json', async () => ({ people: people.list }))
  app.get('/inbox.json', async (request: FastifyRequest<{ Querystring: { to?: string } }>) => {
    const { to } = request.query
    return { mails: mailbox.list().filter((mail) => to === undefined || mail.to.includes(to)) }
  })
  app.get('/people/:id.p12', (request: DeskRequest, reply) => {
    const p12 = people.keyFile(request.params.id)
    if (p12 === undefined) return notFound(reply)
    const name = `attachment; filename="${request.params.id}.p12"`
    return reply.type('application/x-pkcs12').header('content-disposition', name).send(p12)
  })
  app.get('/inbox/:id', (request: DeskRequest, reply) => {
    const mail = mailbox.find(request.params.id)
    const language = languageOf(request)
    return mail === undefined ? notFound(reply) : sendPage(reply, { language, html: renderMail(mail, language) })
  })
  app.get('/inbox/:id/body', (request: DeskRequest, reply) => {
    const mail = mailbox.find(request.params.id)
    if (mail === undefined) return notFound(reply)
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', MAIL_POLICY)
      .send(`${MAIL_BASE}${mail.html}`)
  })
  app.get('/inbox/:id/source', (request: DeskRequest, reply) => {
    const source = mailbox.source(request.params.id)
    if (source === undefined) return notFound(reply)
    const name = `attachment; filename="${request.params.id}.eml"`
    return reply.type('message/rfc822').header('content-disposition', name).send(source)
  })
}

const languageOf = (request: DeskRequest): Language =>
  chooseLanguage(request.query.lang, request.headers['accept-language'])

export function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ code: 'NOT_FOUND', message: 'There is nothing at this address.' })
}
