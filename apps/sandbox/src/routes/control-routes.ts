import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FAULT_PATTERN, FAULTY_SERVICES, parseFault, type FaultBook, type FaultyService } from '../inject-faults.ts'
import type { Clock } from '../keep-time.ts'
import { encodeSubject } from '../pki/encode-subject.ts'
import { issueToPerson, PROFILES, type PersonPlan } from '../pki/issue-to-person.ts'
import type { Pki } from '../pki/open-pki.ts'
import { revoke } from '../pki/revoke-certificate.ts'
import type { SignatureRegister } from '../providers/record-signatures.ts'

const PERSON = {
  type: 'object',
  required: ['commonName', 'keyType', 'pin'],
  additionalProperties: false,
  properties: {
    commonName: { type: 'string', minLength: 1, maxLength: 64 },
    legalId: { type: 'string', maxLength: 32, pattern: '^([A-Z]{5}-)?[0-9A-Z]+$' },
    // A whole name in the text form of RFC 4514, instead of what the legal id and the company make.
    subject: { type: 'string', minLength: 1, maxLength: 512 },
    company: {
      type: 'object',
      required: ['name', 'number'],
      additionalProperties: false,
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 64 },
        number: { type: 'string', maxLength: 32, pattern: '^[0-9A-Z]+$' },
      },
    },
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
    operation: { type: 'string', minLength: 1, maxLength: 60 },
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

const CLOCK = {
  type: 'object',
  required: ['seconds'],
  additionalProperties: false,
  properties: { seconds: { type: 'integer', minimum: 0, maximum: 31_536_000 } },
} as const

export interface ControlParts {
  readonly pki: Pki
  readonly faults: FaultBook
  readonly signatures: SignatureRegister
  readonly clock: Clock
  /** Forgets mails, messages, faults, locks, codes and log-ins; keys and certificates stay. */
  readonly reset: () => void
}

type PersonBody = Omit<PersonPlan, 'notAfter' | 'subject'> & { readonly notAfter?: string; readonly subject?: string }

/** Calls by which tests and the first start's seed steer the sandbox. */
export function addControlRoutes(app: FastifyInstance, parts: ControlParts): void {
  const { pki, faults, signatures, clock, reset } = parts
  const onRequest = refuseWebPages
  app.post<{ Body: PersonBody }>('/control/people', { onRequest, schema: { body: PERSON } }, async (request, reply) => {
    const { notAfter, subject: name, ...plan } = request.body
    const subject = name === undefined ? undefined : encodeSubject(name)
    if (name !== undefined && subject === undefined) {
      return reply.code(422).send({ code: 'SUBJECT_INVALID', message: 'This is no name in the form of RFC 4514.' })
    }
    const person = { ...plan, subject, notAfter: notAfter ? new Date(notAfter) : undefined }
    const { p12, facts } = await issueToPerson(pki, person)
    return reply.code(201).type('application/x-pkcs12').header('x-certificate-serial', facts.serial).send(p12)
  })
  app.post<{ Body: { service: FaultyService; operation?: string; fault: string; times: number } }>(
    '/control/faults',
    { onRequest, schema: { body: FAULT } },
    async (request, reply) => {
      faults.add({ ...request.body, fault: parseFault(request.body.fault) })
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
    reset()
    return reply.code(204).send()
  })
  app.get('/control/signatures.json', async () => signatures.list())
  app.post<{ Body: { seconds: number } }>(
    '/control/clock',
    { onRequest, schema: { body: CLOCK } },
    async (request, reply) => {
      clock.advance(request.body.seconds * 1000)
      return reply.code(204).send()
    },
  )
}

/** Browsers name the page behind every POST; programs send no such header. So no web page steers the sandbox. */
export async function refuseWebPages(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.headers.origin === undefined) return
  await reply.code(403).send({ code: 'WEB_PAGE_REFUSED', message: 'Only programs may call this, not web pages.' })
}
