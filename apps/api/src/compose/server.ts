/** Joins ports and adapters: the server as a whole, and its use cases for an operator without HTTP. */
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { logServerKeys } from '../adapters/database/installation-log/log-server-keys.ts'
import { archiveByJob } from '../adapters/jobs/archive-later.ts'
import { bulkByJob } from '../adapters/jobs/bulk-later.ts'
import { notifyByJob } from '../adapters/jobs/notify-people.ts'
import type { Logger } from '../adapters/log/open-log.ts'
import type { ReplicaReport } from '../adapters/replicas/report-alive.ts'
import { openPrecedence } from '../adapters/precedence.ts'
import { openPdfWorkers } from '../adapters/pdf-workers/open-pdf-workers.ts'
import { composeHandlers, composeHttp, composeWorkerHttp, type HandlerParts } from './http.ts'
import { composeBulkSends } from './bulk-sends.ts'
import { composeFactors } from './factors.ts'
import { composeGrants } from './grants.ts'
import { composeArchiving, composeTimestamps, openTrustedWork } from './archiving.ts'
import { composeEvidenceFiles } from './evidence-files.ts'
import { seedDemo } from './demo.ts'
import { openFoundation } from './foundation.ts'
import { openJobs, type Jobs } from './jobs.ts'
import { composeSending, composeSessions } from './use-cases.ts'
import { openStanding, type Standing } from './standing.ts'
import { composePush } from './push.ts'
import { composeSentList } from './sent-list.ts'
import { composeRuns } from './signing-runs.ts'
import { composeSigning } from './signing.ts'
import { watchNumbers } from './watched-numbers.ts'
import { composeWebhooks } from './webhooks.ts'
import type { Config } from '../config/config.ts'
import { closeServer } from '../http/close-server.ts'
import type { Providers } from '../modules/provider-accounts/ports.ts'

export interface ServerProcess extends AsyncDisposable {
  readonly log: Logger
  /** Starts to listen. @returns the address. */
  listen(): Promise<string>
  /** Takes no more jobs and tells probes that it is leaving, while it serves as before for as long as it was told. */
  leave(): Promise<void>
  /** Ends what is under way, takes nothing new, and closes everything. */
  close(): Promise<void>
}

export interface ComposeOptions {
  readonly log?: Logger
  /** Without them every provider is off. */
  readonly providers?: Providers
  readonly onLost?: (error: unknown) => void
}

/** Strangers have their files looked at between signatures, and wait at most so long for that. */
const STRANGERS_WAIT = { quietMs: 150, mostMs: 2000 }

const WITHOUT_TIMESTAMPS =
  'No TSA_URL is set: signatures are PAdES-BASELINE-B, which prove nothing once their certificate is over, and no ' +
  'document becomes long-term.'

const CUT_OFF = 'What was under way when this process was asked to end took longer than DRAIN_LIMIT_MS and was cut off.'

/** The server, complete but not listening yet. */
export async function composeServer(config: Config, options: ComposeOptions = {}): Promise<ServerProcess> {
  const foundation = await openFoundation({ config, role: 'server', ...options })
  const workers = openPdfWorkers(config.pdfWorkers)
  let jobs: Jobs | undefined
  let report: ReplicaReport | undefined
  try {
    await logServerKeys(foundation.database, foundation.serverKeys, foundation)
    const trusted = await openTrustedWork(foundation, workers)
    if (config.demo) await foundation.opened.alone(() => seedDemo(foundation, trusted))
    const later = await openJobs(foundation, composeTimestamps(foundation, trusted.trust))
    jobs = later
    const notify = notifyByJob(later.queue, config.senderMailDelayMs)
    const archiveLater = archiveByJob(later.queue)
    const signing = composeSigning(foundation, trusted, { notify, archiveLater })
    const archiving = composeArchiving(foundation, trusted, archiveLater)
    if (!config.timestamps) foundation.log.warn(WITHOUT_TIMESTAMPS)
    const factors = composeFactors(foundation, notify)
    const sessions = composeSessions(foundation, factors)
    const standing = openStanding(foundation)
    report = await standing.takePart(signing.signing, later.queue)
    watchNumbers(foundation, signing.keptKeys)
    const csc = composeGrants(foundation, { ...sessions, ...factors }, signing)
    const sending = composeSentList(foundation, composeSending(foundation, workers, notify), bulkByJob(later.queue))
    const evidence = await composeEvidenceFiles(foundation, trusted)
    const { queue, mailer } = later
    const [bulkSends, push] = [composeBulkSends(foundation, sending, queue), composePush(foundation)]
    const precedence = openPrecedence(STRANGERS_WAIT)
    const runs = composeRuns(foundation, { trusted, signing, csc, notify }, precedence)
    const shared = { foundation, trusted, sessions, factors, notify, queue, mailer, signing, precedence, runs, push }
    const parts = { ...shared, sending, bulkSends, webhooks: composeWebhooks(foundation, sending), csc, evidence }
    const app = await openHttp(parts, standing)
    const close = async (): Promise<void> => {
      const until = performance.now() + config.process.drainLimitMs
      if (!(await closeServer(app, config.process.drainLimitMs))) foundation.log.warn(CUT_OFF)
      signing.keptKeys.forgetAll()
      await later.stop(Math.max(0, until - performance.now()))
      await report?.stop()
      await workers.close()
      await foundation[Symbol.asyncDispose]()
    }
    const leave = async () => {
      standing.leave()
      later.takeNoMore()
      await pause(config.process.drainDelayMs)
    }
    const open = async () => {
      const url = await listen(app, config)
      // Where the system chose the port, the address is known only now.
      if (config.http.port === 0 && foundation.place.publicUrl.endsWith(':0')) foundation.place.publicUrl = url
      if (config.process.role !== 'api') await later.start({ ...shared, archiving, evidence, bulk: sending, bulkSends })
      return url
    }
    return { log: foundation.log, listen: open, leave, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    await jobs?.stop()
    await report?.stop()
    await workers.close()
    await foundation[Symbol.asyncDispose]()
    throw error
  }
}

/** A process that works on jobs alone answers no calls. */
async function openHttp(parts: HandlerParts, standing: Standing): Promise<FastifyInstance> {
  const { foundation, sessions, factors, csc, queue, push } = parts
  if (foundation.config.process.role === 'worker') return composeWorkerHttp(foundation, standing)
  const { calendar } = push
  const handlers = composeHandlers(parts)
  return composeHttp(foundation, { sessions, factors, csc, handlers, calendar, queue, standing })
}

async function listen(app: FastifyInstance, { http }: Config): Promise<string> {
  await app.listen({ host: http.host, port: http.port })
  const { port } = app.server.address() as AddressInfo
  const host = http.host === '0.0.0.0' || http.host === '::' ? '127.0.0.1' : http.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
