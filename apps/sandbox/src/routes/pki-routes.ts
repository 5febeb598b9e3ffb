import type { FastifyInstance, FastifyReply } from 'fastify'
import { playFault, type FaultBook } from '../inject-faults.ts'
import { answerOcsp } from '../pki/answer-ocsp.ts'
import { answerTimestamp, TIMESTAMP_HABITS, type TimestampHabit } from '../pki/answer-timestamp.ts'
import { issueCrl } from '../pki/issue-crl.ts'
import {
  AUTHORITIES,
  authorityOf,
  isProvider,
  OCSP_AUTHORITIES,
  PROVIDERS,
  type AuthorityId,
  type OcspAuthorityId,
  type Pki,
} from '../pki/open-pki.ts'

const CRL_TYPE = 'application/pkix-crl'
const OCSP_TYPE = 'application/ocsp-response'
const TIMESTAMP_TYPE = 'application/timestamp-reply'

/** Certificates, CRLs, OCSP (RFC 6960 appendix A, RFC 5019 GET form) and time-stamps (RFC 3161 3.4) over HTTP. */
export function addPkiRoutes(app: FastifyInstance, pki: Pki, faults: FaultBook): void {
  for (const id of [...AUTHORITIES, ...PROVIDERS]) {
    app.get(`/pki/${id}.cer`, async (_request, reply) => {
      await open(pki, id)
      return send(reply, 'application/pkix-cert', authorityOf(pki, id).certificate)
    })
    app.get(`/pki/${id}.crl`, async (_request, reply) => {
      if (await playFault(faults.take('crl'), reply, CRL_TYPE)) return reply
      await open(pki, id)
      return send(reply, CRL_TYPE, issueCrl(pki, id))
    })
  }
  for (const id of [...OCSP_AUTHORITIES, ...PROVIDERS]) addOcspRoutes(app, { pki, faults, id })
  app.post('/pki/tsa', { config: { accepts: 'application/timestamp-query' } }, async (request, reply) => {
    const fault = faults.take('tsa')
    if (await playFault(fault, reply, TIMESTAMP_TYPE)) return reply
    const answer = answerTimestamp(pki, request.body as Buffer, readHabit(fault?.kind))
    return send(reply, TIMESTAMP_TYPE, answer)
  })
}

async function open(pki: Pki, id: AuthorityId): Promise<void> {
  if (isProvider(id)) await pki.openProvider(id)
}

const readHabit = (kind: string | undefined): TimestampHabit | undefined => TIMESTAMP_HABITS.find((one) => one === kind)

function addOcspRoutes(app: FastifyInstance, desk: { pki: Pki; faults: FaultBook; id: OcspAuthorityId }): void {
  const { pki, faults, id } = desk
  const answer = async (reply: FastifyReply, request: Uint8Array): Promise<FastifyReply> => {
    if (await playFault(faults.take('ocsp'), reply, OCSP_TYPE)) return reply
    await open(pki, id)
    return send(reply, OCSP_TYPE, answerOcsp(pki, id, request))
  }
  const path = `/pki/ocsp/${id}`
  app.post(path, { config: { accepts: 'application/ocsp-request' } }, (request, reply) =>
    answer(reply, request.body as Buffer),
  )
  app.get<{ Params: { '*': string } }>(`${path}/*`, (request, reply) =>
    answer(reply, Buffer.from(request.params['*'], 'base64')),
  )
}

function send(reply: FastifyReply, type: string, body: Uint8Array): FastifyReply {
  return reply.type(type).header('cache-control', 'no-store').send(body)
}
