/**
 * The API of the Cloud Signature Consortium, versions 1.0.4.0 and 2.0.0.2, for applications that have people sign. Its
 * requests, answers and errors are the standard's and not those of the contract.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findAccess } from '../../modules/grants/find-access.ts'
import type { ErrorWatch } from '../answer-errors.ts'
import { parseJsonBodies } from '../parse-json-bodies.ts'
import { boundBodyTime } from '../bind/bound-body-time.ts'
import { answerCscErrors, CscError } from './csc-error.ts'
import type { CscPorts } from './csc-ports.ts'
import { CSC_V1, CSC_V2, type CscVersion } from './csc-version.ts'
import {
  authorize,
  extendTransaction,
  info,
  list,
  revoke,
  sendCode,
  signHash,
  type CscAnswer,
  type CscCall,
} from './credential-calls.ts'
import { describeAuthorisationServer, describeService } from './describe-service.ts'
import { serveOauth } from './serve-oauth.ts'
import { requireBody } from './read-body.ts'

export interface CscOptions {
  readonly ports: CscPorts
  readonly errors: ErrorWatch
  /** A body may pause so long. */
  readonly bodyPauseMs: number
}

type Answering = (call: CscCall) => Promise<CscAnswer>

const CALLS: Readonly<Record<CscVersion['id'], Readonly<Record<string, Answering>>>> = {
  v1: {
    'auth/revoke': revoke,
    'credentials/list': list,
    'credentials/info': info,
    'credentials/authorize': authorize,
    'credentials/extendTransaction': extendTransaction,
    'credentials/sendOTP': sendCode,
    'signatures/signHash': signHash,
  },
  v2: {
    'auth/revoke': revoke,
    'credentials/list': list,
    'credentials/info': info,
    'credentials/authorize': authorize,
    'credentials/getChallenge': sendCode,
    'credentials/extendTransaction': extendTransaction,
    'signatures/signHash': signHash,
  },
}

const OAUTH_METHODS = ['oauth2/authorize', 'oauth2/token', 'oauth2/revoke']

export async function serveCsc(app: FastifyInstance, options: CscOptions): Promise<void> {
  for (const version of [CSC_V1, CSC_V2]) {
    const prefix = `/csc/${version.id}`
    await app.register(async (scope) => serveVersion(scope, options, version), { prefix })
  }
  // RFC 8414 §3: between host and path of the issuer.
  app.get('/.well-known/oauth-authorization-server/csc/v2', () => describeAuthorisationServer(options.ports, CSC_V2))
}

function serveVersion(app: FastifyInstance, options: CscOptions, version: CscVersion): void {
  const { ports, errors, bodyPauseMs } = options
  const calls = CALLS[version.id]
  const pushes = version.id === 'v2' ? ['oauth2/pushed_authorize'] : []
  const methods = ['info', ...OAUTH_METHODS, ...pushes, ...Object.keys(calls)]
  app.setErrorHandler(answerCscErrors(version, errors))
  app.setNotFoundHandler((request, reply) => refuseMethod(request, reply))
  parseJsonBodies(app, {})
  app.addHook('preParsing', async (request) => boundBodyTime(request.raw, bodyPauseMs))
  app.post('/info', async (_request, reply) => answer(reply, describeService(ports, version, methods)))
  for (const [name, call] of Object.entries(calls)) {
    app.post(`/${name}`, async (request, reply) => {
      const access = await findAccess(ports, readToken(request))
      return answer(reply, await call({ ports, version, access, body: requireBody(request.body) }))
    })
  }
  serveOauth(app, ports, version)
  // Else the portal's page would be the answer.
  app.get('/*', (request, reply) => refuseMethod(request, reply))
}

/** Methods of the standard are called by POST: one that we do not have is not implemented (10.1), and nothing else. */
function refuseMethod({ url, method, server }: FastifyRequest, reply: FastifyReply): never {
  const methods = server.methodsAt(url.split('?')[0]!)
  if (method === 'POST' && methods.length === 0) {
    throw new CscError(501, 'invalid_request', 'This method is not implemented')
  }
  const allow = methods.join(', ') || 'POST'
  void reply.header('allow', allow)
  throw new CscError(405, 'invalid_request', `This method is called by ${allow}`)
}

function answer(reply: FastifyReply, content: CscAnswer): FastifyReply {
  void reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
  return content === undefined ? reply.code(204).send() : reply.send(content)
}

const LONGEST_TOKEN = 4096

/** RFC 6750 §2.1. */
function readToken({ headers }: FastifyRequest): string {
  const token = /^bearer +([\w.~+/-]+=*) *$/i.exec(headers.authorization ?? '')?.[1]
  if (token !== undefined && token.length <= LONGEST_TOKEN) return token
  throw new CscError(401, 'invalid_request', 'Malformed authorization header')
}
