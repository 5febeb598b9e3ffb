import { timingSafeEqual, createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { playFault, type FaultBook } from '../inject-faults.ts'
import { answerEnrolment, EnrolmentError } from '../pki/answer-enrolment.ts'
import type { Pki } from '../pki/open-pki.ts'
import { bundleCertificates } from '../pki/sign-cms.ts'

/** With and without the label by which a server tells its authorities apart (RFC 7030 3.2.2); here all have one. */
const PREFIXES = ['/.well-known/est', '/.well-known/est/:label'] as const
const BUNDLE_TYPE = 'application/pkcs7-mime; smime-type=certs-only'

/** Name and password of the registration authority that may enrol people. */
export interface EstAccount {
  readonly user: string
  readonly password: string
}

/** Enrolment over secure transport (RFC 7030 4.1, 4.2): base64 PKCS#10 in, base64 certs-only PKCS#7 out. */
export function addEstRoutes(app: FastifyInstance, desk: { pki: Pki; faults: FaultBook; account: EstAccount }): void {
  const { pki, faults, account } = desk
  const { root, ca } = pki.authorities
  const enrol = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!isAuthorised(request.headers.authorization, account)) {
      return reply.code(401).header('www-authenticate', 'Basic realm="SANDBOX EST"').type('text/plain').send('Log in.')
    }
    if (await playFault(faults.take('est'), reply, BUNDLE_TYPE)) return reply
    try {
      const { certificate } = answerEnrolment(pki, readBase64(request.body as Buffer))
      return await sendBundle(reply, [certificate])
    } catch (error) {
      if (!(error instanceof EnrolmentError)) throw error
      return reply.code(400).type('text/plain').send(error.message)
    }
  }
  const config = { accepts: 'application/pkcs10' }
  for (const prefix of PREFIXES) {
    app.get(`${prefix}/cacerts`, (_request, reply) => sendBundle(reply, [ca.certificate, root.certificate]))
    app.post(`${prefix}/simpleenroll`, { config }, enrol)
    app.post(`${prefix}/simplereenroll`, { config }, enrol)
  }
}

/** Compares digests, so that the time taken says nothing about where or how far the texts differ. */
function isAuthorised(header: string | undefined, { user, password }: EstAccount): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  return timingSafeEqual(digest(header ?? ''), digest(expected))
}

function readBase64(body: Buffer): Uint8Array {
  const text = body.toString('latin1').replaceAll(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new EnrolmentError('The body is not base64.')
  return Buffer.from(text, 'base64')
}

function sendBundle(reply: FastifyReply, certificates: readonly Uint8Array[]): FastifyReply {
  const base64 = Buffer.from(bundleCertificates(certificates)).toString('base64')
  return reply
    .type(BUNDLE_TYPE)
    .header('content-transfer-encoding', 'base64')
    .send(`${base64.replaceAll(/.{76}(?=.)/g, '$&\r\n')}\r\n`)
}
