import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FAULT_PATTERN, FAULTY_SERVICES, parseFault, type FaultBook, type FaultyService } from '../inject-faults.ts'
import type { Mailbox } from '../mail/open-mailbox.ts'
import { issueToPerson, PROFILES, type PersonPlan } from '../pki/issue-to-person.ts'
import type { Pki } from '../pki/open-pki.ts'
import { revoke } from '../pki/revoke-certificate.ts'

const PERSON = {
  type: 'object',
  required: ['commonName', 'keyType', 'pin'],
  additionalProperties: false,
  properties: {
    commonName: { type: 'string', minLength: 1, maxLength: 64 },
    email: { type: 'string', maxLength: 128, pattern: '^[\\x21-\\x7e]+@[\\x21-\\x7e]+$' },
    keyType: { enum: ['rsa', 'ec'] },
    pin: { type: 'string', maxLength: 128 },
    profile: { enum: PROFILES },
    notAfter: { type: 'string', format: 'date-time' },
  },
} as const

const FAULT = {
  type: 'object',
  required: ['service', 'fault'],
  additionalProperties: false,
  properties: {
    service: { enum: FAULTY_SERVICES },
    fault: { type: 'string', pattern: FAULT_PATTERN },
    times: { type: 'integer', minimum: 1, maximum: 10_000, default: 1 },
  },
} as const

const REVOCATION = {
  type: 'object',
  required: ['serial'],
  additionalProperties: false,
  properties: { serial: { type: 'string', pattern: '^[0-9a-fA-F]{1,64}$' } },
} as const

type PersonBody = Omit<PersonPlan, 'notAfter'> & { readonly notAfter?: string }

/** Calls by which tests and the first start's seed steer the sandbox. */
export function addControlRoutes(app: FastifyInstance, desk: { pki: Pki; faults: FaultBook; mailbox: Mailbox }): void {
  const { pki, faults, mailbox } = desk
  const onRequest = refuseWebPages
  app.post<{ Body: PersonBody }>('/control/people', { onRequest, schema: { body: PERSON } }, async (request, reply) => {
    const { notAfter, ...plan } = request.body
    const { p12, facts } = await issueToPerson(pki, { ...plan, notAfter: notAfter ? new Date(notAfter) : undefined })
    return reply.code(201).type('application/x-pkcs12').header('x-certificate-serial', facts.serial).send(p12)
  })
  app.post<{ Body: { service: FaultyService; fault: string; times: number } }>(
    '/control/faults',
    { onRequest, schema: { body: FAULT } },
    async (request, reply) => {
      faults.add(request.body.service, parseFault(request.body.fault), request.body.times)
      return reply.code(204).send()
    },
  )
  app.post<{ Body: { serial: string } }>(
    '/control/revoke',
    { onRequest, schema: { body: REVOCATION } },
    async (request, reply) => {
      const known = revoke(pki, request.body.serial.toLowerCase())
      if (known) return reply.code(204).send()
      return reply.code(404).send({ code: 'CERTIFICATE_UNKNOWN', message: 'No certificate has this serial number.' })
    },
  )
  app.post('/control/reset', { onRequest }, async (_request, reply) => {
    faults.clear()
    mailbox.clear()
    return reply.code(204).send()
  })
}

/** Browsers name the page behind every POST; programs send no such header. So no web page steers the sandbox. */
async function refuseWebPages(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.headers.origin === undefined) return
  await reply.code(403).send({ code: 'WEB_PAGE_REFUSED', message: 'Only programs may call this, not web pages.' })
}
