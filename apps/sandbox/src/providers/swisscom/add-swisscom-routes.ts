import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Fault } from '../../inject-faults.ts'
import type { ProviderDesk } from '../provider-desk.ts'
import { addConsentPage } from './add-consent-page.ts'
import { answerPending, answerSigned, refuseAis } from './ais-answer.ts'
import { createConsents, serialNumberOf, type Consent, type ConsentEnd } from './keep-consents.ts'
import { readPendingRequest, readSignRequest, requestIdOf, type AtOnceOrder } from './read-sign-request.ts'
import { signAtOnce, signOnDemand } from './sign-on-demand.ts'

const SWISSCOM_PATH = '/swisscom'
/** Of the service, before `/sign` and `/pending`. */
export const AIS_PATH = `${SWISSCOM_PATH}/AIS-Server/rs/v1.0`

/** Ends that are ordered as faults. */
const ORDERED_ENDS: Readonly<Record<string, ConsentEnd>> = {
  'person-late': 'late',
  'person-refused': 'refused',
  'person-changed': 'changed',
}

/** After how many polls the page is told; at once when no fault says otherwise. */
const UNTIL_PAGE: Readonly<Record<string, number>> = { 'late-page': 2, 'no-page': Number.POSITIVE_INFINITY }

/** Stand-in for Swisscom's All-in Signing Service: asynchronous requests for on-demand certificates, with consent. */
export function addSwisscomRoutes(app: FastifyInstance, desk: ProviderDesk): void {
  const consents = createConsents(desk.clock)
  desk.onReset(() => consents.clear())
  const pageOf = (consent: Consent): string => `${desk.url}${SWISSCOM_PATH}/consent/${consent.id}`
  const tell = (consent: Consent) => {
    const consentUrl = consent.untilPage <= 0 ? pageOf(consent) : undefined
    return answerPending(consent.requestId, { ...consent, consentUrl })
  }
  app.post(
    `${AIS_PATH}/sign`,
    { config: { fault: { service: 'swisscom', operation: 'sign' } } },
    async ({ body, fault }) => {
      const order = readSignRequest(body)
      if (typeof order === 'string') return refuseAis(requestIdOf(body), order)
      if (order.kind !== 'on-demand') return tellAtOnce(desk, order, { requestId: requestIdOf(body), fault })
      const consent = consents.open(order, requestIdOf(body), UNTIL_PAGE[fault?.kind ?? ''] ?? 0)
      await endAsOrdered(desk, consent, fault)
      return consent.end === 'signed' ? tellEnd(consent, consent.end) : tell(consent)
    },
  )
  app.post(
    `${AIS_PATH}/pending`,
    { config: { fault: { service: 'swisscom', operation: 'pending' } } },
    async ({ body, fault }) => {
      const asked = readPendingRequest(body, fault?.kind === 'whole-identity')
      if (typeof asked === 'string') return refuseAis(undefined, asked)
      const consent = consents.byResponse(asked.responseId)
      if (consent === undefined) return refuseAis(undefined, 'unexpected')
      await endAsOrdered(desk, consent, fault)
      consent.untilPage -= 1
      if (consent.end === undefined) return tell(consent)
      return tellEnd(consent, consent.end)
    },
  )
  addConsentPage(app, { ...desk, consents, path: SWISSCOM_PATH })
}

async function endAsOrdered(desk: ProviderDesk, consent: Consent, fault: Fault | undefined): Promise<void> {
  consent.end ??= ORDERED_ENDS[fault?.kind ?? '']
  if (fault?.kind !== 'phone-alone' || consent.end !== undefined) return
  consent.result = await signOnDemand(desk, consent.order)
  consent.end = 'signed'
}

interface Asked {
  readonly requestId: string | undefined
  readonly fault: Fault | undefined
}

async function tellAtOnce(desk: ProviderDesk, order: AtOnceOrder, { requestId, fault }: Asked) {
  const areTimestamps = order.kind === 'timestamp'
  const result = await signAtOnce(desk, order, fault)
  return answerSigned(requestId, { transactionId: randomUUID(), areTimestamps, ...result })
}

function tellEnd({ requestId, transactionId, order, result }: Consent, end: ConsentEnd) {
  if (end !== 'signed' || result === undefined) return refuseAis(requestId, end === 'signed' ? 'late' : end)
  return answerSigned(requestId, { transactionId, ...result, serialNumber: serialNumberOf(order.phone) })
}
