import { join } from 'node:path'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseWebPages } from '../../routes/control-routes.ts'
import { PROFILES, type Profile } from '../../pki/issue-to-person.ts'
import { createTries } from '../count-tries.ts'
import { createTokens } from '../keep-tokens.ts'
import { LOCK_LIFE, PROVIDER_PIN, type ProviderDesk } from '../provider-desk.ts'
import { readBase64, readBearer, readText } from '../read-body.ts'
import type { HashName } from '../sign-digest.ts'
import { addLoginRoutes } from './add-login-routes.ts'
import {
  createRedTrustCertificates,
  describeCertificate,
  thumbprintOf,
  type RedTrustCertificate,
  type RedTrustCertificates,
} from './keep-certificates.ts'

const PATH = '/redtrust'
const PASSWORD_TRIES = 5
const PIN_TRIES = 3
const DIGEST_BYTES = { sha1: 20, sha256: 32, sha384: 48, sha512: 64 } as const

/**
 * Stand-in for RedTrust: log-in of the RA API, and the verbs GetAccessibleCertificates and SignHash of its DSS API as
 * JSON calls. A verb's own failure is a ResultStatus of ERROR under status 200; without a valid token it is a 401.
 */
export function addRedTrustRoutes(app: FastifyInstance, desk: ProviderDesk): void {
  const certificates = createRedTrustCertificates(desk.keys)
  const access = createTokens<string>(desk.clock)
  const refresh = createTokens<string>(desk.clock, join(desk.tokenFolder, 'redtrust.json'))
  const pause = { clock: desk.clock, milliseconds: LOCK_LIFE }
  const [passwordTries, pinTries] = [createTries(PASSWORD_TRIES, pause), createTries(PIN_TRIES, pause)]
  for (const one of [access, refresh, passwordTries, pinTries]) desk.onReset(() => one.clear())
  desk.onReset(() => certificates.reset())
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const status = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 500
    if (status === 500) process.stderr.write(`${error.stack ?? error.message}\n`)
    return reply.code(status).send(tell('The request cannot be read'))
  })
  addLoginRoutes(app, PATH, { access, refresh, passwordTries, now: () => desk.clock.now() })

  const authenticate = (request: FastifyRequest, reply: FastifyReply): string | undefined => {
    const found = access.look(readBearer(request.headers.authorization))
    const expired = found.state === 'expired' || request.fault?.kind === 'expired-session'
    if (found.state === 'valid' && !expired) return found.value
    void reply.code(401).send(tell(expired ? 'The token has expired' : 'The token is not valid'))
    return undefined
  }
  app.post(
    `${PATH}/dssapi/v1/getAccessibleCertificates`,
    { config: { fault: { service: 'redtrust', operation: 'getAccessibleCertificates' } } },
    async (request, reply) => {
      const user = authenticate(request, reply)
      if (user === undefined) return reply
      const listed = (await certificates.list(user)).map(describeCertificate)
      return succeed(request.fault?.kind === 'twice' ? [...listed, ...listed] : listed)
    },
  )
  app.post(
    `${PATH}/dssapi/v1/signHash`,
    { config: { fault: { service: 'redtrust', operation: 'signHash' } } },
    async (request, reply) => {
      const user = authenticate(request, reply)
      if (user === undefined) return reply
      const certificate = await findCertificate(certificates, user, request.body)
      if (certificate === undefined) return tell('The certificate does not exist')
      const order = readOrder(request.body)
      if (order === undefined) return tell('The hash is not valid for the signature type')
      const refusal = checkUse(certificate, readText(request.body, 'pin'))
      if (refusal !== undefined) return tell(refusal)
      const signature = desk.keys.sign({ ...order, key: certificate.key, fault: request.fault }).toString('base64')
      if (request.fault?.kind === 'fewer') return succeed(null)
      return succeed(request.fault?.kind === 'twice' ? [signature, signature] : signature)
    },
  )
  addControl(app, certificates)

  const checkUse = ({ key, needPin }: RedTrustCertificate, pin: string): string | undefined => {
    if (key.notAfter.getTime() <= Date.now()) return 'The certificate has expired'
    if (!needPin) return undefined
    if (pinTries.isLocked(key.id)) return 'The PIN is locked'
    if (pin === '') return 'The PIN is required'
    if (pin !== PROVIDER_PIN) return pinTries.fail(key.id) > 0 ? 'The PIN is not correct' : 'The PIN is locked'
    pinTries.succeed(key.id)
    return undefined
  }
}

const succeed = (data: unknown) => ({ ResultStatus: 'SUCCESS', ResultMessage: '', ResultData: data })
const tell = (message: string) => ({ ResultStatus: 'ERROR', ResultMessage: message, ResultData: null })

/** The certificate that a request names by its id, thumbprint or alias. */
async function findCertificate(certificates: RedTrustCertificates, user: string, body: unknown) {
  const [id, thumbprint, alias] = ['certificateId', 'thumbprint', 'alias'].map((name) => readText(body, name))
  const all = await certificates.list(user)
  return all.find(
    (one) => one.key.serial === id || thumbprintOf(one.key) === thumbprint?.toUpperCase() || one.alias === alias,
  )
}

/** What is to be signed: `signatureType` names the hash, alone or as in SHA256withRSA. */
function readOrder(body: unknown): { digest: Buffer; hash: HashName } | undefined {
  const size = /^SHA-?(256|384|512)(withRSA)?$/i.exec(readText(body, 'signatureType'))?.[1]
  const digest = readBase64(readText(body, 'toSignHash'))
  if (size === undefined || digest === undefined) return undefined
  const hash = `sha${size}` as HashName
  return digest.length === DIGEST_BYTES[hash] ? { digest, hash } : undefined
}

const ISSUE = {
  type: 'object',
  required: ['user'],
  additionalProperties: false,
  properties: {
    user: { type: 'string', maxLength: 60 },
    needPin: { type: 'boolean', default: true },
    profile: { enum: PROFILES, default: 'signer' },
  },
} as const

const REMOVAL = {
  type: 'object',
  required: ['user', 'alias'],
  additionalProperties: false,
  properties: { user: { type: 'string', maxLength: 60 }, alias: { type: 'string', maxLength: 60 } },
} as const

/** Gives certificates to users and takes them, so that a portal finds another list when it synchronises. */
function addControl(app: FastifyInstance, certificates: RedTrustCertificates): void {
  app.post<{ Body: { user: string; needPin: boolean; profile: Profile } }>(
    '/control/redtrust/issue',
    { onRequest: refuseWebPages, schema: { body: ISSUE } },
    async ({ body }, reply) => {
      const alias = certificates.issue(body.user, body)
      return alias === undefined ? reply.code(404).send(unknown('user')) : reply.code(201).send({ alias })
    },
  )
  app.post<{ Body: { user: string; alias: string } }>(
    '/control/redtrust/remove',
    { onRequest: refuseWebPages, schema: { body: REMOVAL } },
    async ({ body }, reply) =>
      certificates.remove(body.user, body.alias)
        ? reply.code(204).send()
        : reply.code(404).send(unknown('certificate')),
  )
}

const unknown = (what: string) => ({ code: 'UNKNOWN', message: `There is no such ${what}.` })
