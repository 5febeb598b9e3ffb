import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chooseLanguage, type Language } from '../../desk/choose-language.ts'
import { renderConsent } from '../../desk/render-consent.ts'
import { sendPage } from '../../desk/send-page.ts'
import type { Fault } from '../../inject-faults.ts'
import { sendAwayOver } from '../../desk/send-away-over.ts'
import type { ProviderDesk } from '../provider-desk.ts'
import { readText } from '../read-body.ts'
import { serialNumberOf, type Consent, type ConsentEnd, type Consents } from './keep-consents.ts'
import { signOnDemand } from './sign-on-demand.ts'

type PageRequest = FastifyRequest<{ Params: { id: string }; Querystring: { lang?: unknown } }>

interface ConsentDesk extends ProviderDesk {
  readonly consents: Consents
  /** Of the stand-in. */
  readonly path: string
}

/**
 * The page on which somebody reads what is to be signed and accepts or cancels; a plain form, so programs use it too.
 */
export function addConsentPage(app: FastifyInstance, desk: ConsentDesk): void {
  const where = `${desk.path}/consent/:id`
  app.get(where, (request: PageRequest, reply) => {
    const consent = desk.consents.byPage(request.params.id)
    return consent === undefined ? sendAwayOver(reply, languageOf(request)) : show(request, reply, consent)
  })
  const config = { fault: { service: 'swisscom', operation: 'consent' } } as const
  app.post(where, { config }, async (request: PageRequest, reply) => {
    const consent = desk.consents.byPage(request.params.id)
    if (consent === undefined) return sendAwayOver(reply, languageOf(request))
    await decide(desk, consent, { decision: readText(request.body, 'decision'), fault: request.fault })
    return reply.redirect(`${desk.path}/consent/${consent.id}?lang=${languageOf(request)}`, 303)
  })
}

function show(request: PageRequest, reply: FastifyReply, consent: Consent): FastifyReply {
  const language = languageOf(request)
  reply.header('cache-control', 'no-store')
  return sendPage(reply, { language, html: renderConsent({ ...consent.order, end: consent.end, language }) })
}

const languageOf = (request: PageRequest): Language =>
  chooseLanguage(request.query.lang, request.headers['accept-language'])

interface Choice {
  readonly decision: string
  readonly fault: Fault | undefined
}

async function decide(desk: ConsentDesk, consent: Consent, { decision, fault }: Choice): Promise<void> {
  if (consent.end !== undefined || consent.isBusy) return
  if (decision === 'accept') {
    consent.isBusy = true
    const end: ConsentEnd = isSamePerson(consent, fault) ? 'signed' : 'changed'
    if (end === 'signed') consent.result = await signOnDemand(desk, consent.order, fault)
    consent.end ??= end
    consent.isBusy = false
  } else if (decision === 'cancel') {
    consent.end = 'refused'
  }
}

/** AIS compares with the serial number of an earlier signature, when the request names one. */
function isSamePerson({ order }: Consent, fault: Fault | undefined): boolean {
  if (fault?.kind === 'person-changed') return false
  return order.serialNumber === undefined || order.serialNumber === serialNumberOf(order.phone)
}
