import { randomUUID } from 'node:crypto'
import formBody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { PortalConfig } from '@rubrica/contract'
import { allowPortals } from './allow-portals.ts'
import { answerBrokenRequest, answerErrors, answerProblem, NOT_UNDERSTOOD, type ErrorWatch } from './answer-errors.ts'
import { bindContract, type BindOptions } from './bind/bind-contract.ts'
import { serveCsc } from './csc/serve-csc.ts'
import type { CscPorts } from './csc/csc-ports.ts'
import { limitRates, type RateLimits } from './limit-rates.ts'
import type { CountTogether } from './limit-together.ts'
import { parseJsonBodies } from './parse-json-bodies.ts'
import { readPortalPages } from './portal-pages.ts'
import { serveProblems } from './problems/serve-problems.ts'
import { knowMethods, refuseUnknownCall } from './refuse-unknown-paths.ts'
import { secureAnswers } from './secure-answers.ts'
import { serveCalendars, type ServedCalendar } from './serve-calendars.ts'
import { serveMailReports, type MailReports } from './serve-mail-reports.ts'
import { serveMailStops, type MailStops } from './serve-mail-stops.ts'
import { serveOperations, type Operations } from './serve-operations.ts'
import { answerPortalPath, servePortal, type FrameOrigins } from './serve-portal.ts'
import { serveReference } from './serve-reference.ts'
import { traceRequests, type RequestTracing } from './trace-requests.ts'
import { watchRequests, type RequestWatch } from './watch-requests.ts'

const API_PREFIX = '/api'
/** A JSON body of a call without a limit of its own. */
const BODY_LIMIT = 256 * 1024
const REQUEST_TIMEOUT_MS = 300_000
const MAX_PARAMETER = 200

export interface ServerOptions extends Omit<BindOptions, 'prefix'> {
  readonly log: FastifyBaseLogger
  readonly publicUrl: string
  /** The same, once the system has chosen the port where none is named. */
  readonly addressNow: () => string
  readonly trustedProxies: number
  readonly portal: PortalConfig
  /** Origins of portals that are served elsewhere and may call this server. */
  readonly portalOrigins: readonly string[]
  /** Folder of the built portal; when it is not there, only the calls are served. */
  readonly portalFolder: string
  readonly frameOriginsOf: FrameOrigins
  readonly rateLimits: RateLimits
  readonly countTogether: CountTogether
  readonly errors: ErrorWatch
  readonly operations: Operations
  readonly requests: RequestWatch
  /** Undefined where no mail server brings any. */
  readonly mailReports: MailReports | undefined
  readonly calendar: ServedCalendar
  readonly mailStops: MailStops
  /** Where spans are collected. */
  readonly tracing?: RequestTracing | undefined
  readonly csc: CscPorts
}

function refuseSchema(): never {
  throw new TypeError('A call is checked by the contract, no route by a schema of its own.')
}
/** Fastify would load two compilers of schemas, a tenth of the server's start, for routes that have none. */
const NO_COMPILERS = { buildValidator: refuseSchema, buildSerializer: refuseSchema }

/** The whole HTTP side, ready to listen. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log,
    // watch-requests.ts logs requests.
    logController: new LogController({ disableRequestLogging: true }),
    // Programs are told the id, and the log of any process is asked for it.
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // The nearest hops are our own proxies; what further ones claim is anybody's word.
    trustProxy: options.trustedProxies > 0 && ((_address, hop) => hop < options.trustedProxies),
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: false, maxParamLength: MAX_PARAMETER },
    forceCloseConnections: 'idle',
    // What comes on a connection that is there is answered, and the connection closed behind it.
    return503OnClosing: false,
    schemaController: { compilersFactory: NO_COMPILERS },
    frameworkErrors: (_error, _request, reply) => void answerProblem(reply, NOT_UNDERSTOOD),
    clientErrorHandler: answerBrokenRequest,
  })
  app.decorate('publicUrl', options.addressNow)
  knowMethods(app)
  if (options.tracing) traceRequests(app, options.tracing)
  watchRequests(app, options.requests)
  answerErrors(app, options.errors)
  parseJsonBodies(app)
  await app.register(formBody)
  await app.register(multipart, { throwFileSizeLimit: false })
  const pages = readPortalPages(options.portalFolder, options.portal)
  secureAnswers(app, options.publicUrl, { addresses: options.portal, scripts: pages?.scripts ?? [] })
  allowPortals(app, options.portalOrigins, isCall)
  await limitRates(app, options.rateLimits, options.countTogether)
  serveOperations(app, options.operations)
  serveReference(app, API_PREFIX, options)
  serveProblems(app)
  if (options.mailReports) await serveMailReports(app, options.mailReports)
  serveMailStops(app, options.mailStops)
  serveCalendars(app, options.calendar)
  bindContract(app, { ...options, prefix: API_PREFIX })
  await serveCsc(app, { ...options, ports: options.csc })
  await servePortal(app, options.portalFolder, { pages, frameOriginsOf: options.frameOriginsOf })
  app.setNotFoundHandler((request, reply) =>
    isCall(request.url) ? refuseUnknownCall(request, reply) : answerPortalPath(request, reply),
  )
  return app
}

const isCall = (url: string) => /^\/api(?:[/?]|$)/i.test(url)
