import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ProviderDesk } from '../provider-desk.ts'
import { addOAuthRoutes } from './add-oauth-routes.ts'
import {
  authoriseV1,
  authoriseV2,
  checkAuthorisation,
  extendTransaction,
  getChallenge,
  sendOtp,
} from './authorise-credential.ts'
import { CscError } from './csc-error.ts'
import { CSC_V1, CSC_V2, type CscVersion } from './csc-version.ts'
import { describeService } from './describe-service.ts'
import { informAboutCredential, listCredentialsV1, listCredentialsV2 } from './list-credentials.ts'
import { expiredToken } from './log-in.ts'
import { openCsc, type Csc, type CscAnswer, type CscCall } from './open-csc.ts'
import type { Body } from './read-body.ts'
import { signHashes } from './sign-hashes.ts'

type Operation = (call: CscCall) => CscAnswer | Promise<CscAnswer>

/** Their authorisation is the SAD's matter: the fault of an expired session is about that, and not about the log-in. */
const WITH_SAD = ['signatures/signHash', 'credentials/extendTransaction']

/** TrustPRO as a remote signing service that speaks both versions of the CSC API. */
export function addCscRoutes(app: FastifyInstance, desk: ProviderDesk): void {
  const csc = openCsc(desk)
  app.setErrorHandler(sendRefusal)
  addVersion(app, csc, CSC_V1)
  addVersion(app, csc, CSC_V2)
  addOAuthRoutes(app, csc)
}

function addVersion(app: FastifyInstance, csc: Csc, version: CscVersion): void {
  const operations = version.id === 'v1' ? operationsOfV1(csc) : operationsOfV2(csc)
  const methods = ['auth/login', 'auth/revoke', ...Object.keys(operations)]
  const at = (operation: string) => `/csc/${version.id}/${operation}`
  const faultOf = (operation: string) => ({ config: { fault: { service: 'csc' as const, operation } } })
  app.post(at('info'), faultOf('info'), async ({ fault }) => {
    const isOneCall = fault?.kind === 'one-call'
    return describeService(
      csc.desk.url,
      version,
      isOneCall ? methods.filter((name) => !name.endsWith('Transaction')) : methods,
    )
  })
  app.post(at('auth/login'), faultOf('auth/login'), async (request) => {
    const { access_token, ...rest } = csc.logIns.logIn(request.headers.authorization, bodyOf(request))
    return request.fault?.kind === 'refresh-alone' ? rest : { access_token, ...rest }
  })
  app.post(at('auth/revoke'), faultOf('auth/revoke'), async (request, reply) => {
    csc.logIns.authenticate(request.headers.authorization)
    csc.logIns.revoke(bodyOf(request))
    return reply.code(204).send()
  })
  for (const [operation, work] of Object.entries(operations)) {
    app.post(at(operation), faultOf(operation), async (request, reply) => {
      const user = csc.logIns.authenticate(request.headers.authorization)
      const { fault } = request
      if (fault?.kind === 'expired-session' && !WITH_SAD.includes(operation)) throw expiredToken()
      const { status, body } = await work({ body: bodyOf(request), user, fault })
      return reply.code(status).send(body)
    })
  }
}

const operationsOfV1 = (csc: Csc): Record<string, Operation> => ({
  'credentials/list': listCredentialsV1,
  'credentials/info': (call) => informAboutCredential(csc, call, CSC_V1),
  'credentials/sendOTP': (call) => sendOtp(csc, call),
  'credentials/authorize': (call) => authoriseV1(csc, call),
  'credentials/extendTransaction': (call) => extendTransaction(csc, call, CSC_V1),
  'signatures/signHash': (call) => signHashes(csc, call, CSC_V1),
})

const operationsOfV2 = (csc: Csc): Record<string, Operation> => ({
  'credentials/list': (call) => listCredentialsV2(csc, call, CSC_V2),
  'credentials/info': (call) => informAboutCredential(csc, call, CSC_V2),
  'credentials/getChallenge': (call) => getChallenge(csc, call),
  'credentials/authorize': (call) => authoriseV2(csc, call),
  'credentials/authorizeCheck': (call) => checkAuthorisation(csc, call),
  'credentials/extendTransaction': (call) => extendTransaction(csc, call, CSC_V2),
  'signatures/signHash': (call) => signHashes(csc, call, CSC_V2),
})

const bodyOf = ({ body }: FastifyRequest): Body =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Body) : {}

/** Every refusal in the API's own form. */
function sendRefusal(error: FastifyError | CscError, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof CscError) {
    return reply.code(error.status).send({ error: error.error, error_description: error.message })
  }
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return reply.code(400).send({ error: 'invalid_request', error_description: 'The request is malformed' })
  }
  process.stderr.write(`${error.stack ?? error.message}\n`)
  return reply.code(500).send({ error: 'server_error', error_description: 'The sandbox failed; its log says why' })
}
