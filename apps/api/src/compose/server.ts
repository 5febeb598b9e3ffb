/** Joins ports and adapters: the server as a whole, and its use cases for an operator without HTTP. */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { logServerKeys } from '../adapters/database/installation-log/log-server-keys.ts'
import { archiveByJob } from '../adapters/jobs/archive-later.ts'
import { bulkByJob } from '../adapters/jobs/bulk-later.ts'
import { notifyByJob } from '../adapters/jobs/notify-people.ts'
import type { Logger } from '../adapters/log/open-log.ts'
import type { ReplicaReport } from '../adapters/replicas/report-alive.ts'
import { openPdfWorkers } from '../adapters/pdf-workers/open-pdf-workers.ts'
import { composeHandlers, composeHttp } from './http.ts'
import { composeBulkSends } from './bulk-sends.ts'
import { composeGrants } from './grants.ts'
import { composeArchiving, composeTimestamps, openTrustedWork } from './archiving.ts'
import { composeEvidenceFiles } from './evidence-files.ts'
import { seedDemo } from './demo.ts'
import { openFoundation } from './foundation.ts'
import { openJobs, type Jobs } from './jobs.ts'
import { composeSending, composeSessions } from './use-cases.ts'
import { takePart } from './standing.ts'
import { composeSentList } from './sent-list.ts'
import { composeSigning } from './signing.ts'
import type { Config } from '../config/config.ts'
import type { Providers } from '../modules/provider-accounts/ports.ts'

export interface ServerProcess extends AsyncDisposable {
  readonly log: Logger
  /** Starts to listen. @returns the address. */
  listen(): Promise<string>
  /** Ends what is under way, takes nothing new, and closes everything. */
  close(): Promise<void>
}

export interface ComposeOptions {
  readonly log?: Logger
  /** Without them every provider is off. */
  readonly providers?: Providers
  readonly onLost?: (error: unknown) => void
}

const WITHOUT_TIMESTAMPS =
  'No TSA_URL is set: signatures are PAdES-BASELINE-B, which prove nothing once their certificate is over, and no ' +
  'document becomes long-term.'

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
    const sessions = composeSessions(foundation)
    report = await takePart(foundation, signing.signing)
    const csc = composeGrants(foundation, sessions, signing)
    const sending = composeSentList(foundation, composeSending(foundation, workers, notify), bulkByJob(later.queue))
    const evidence = await composeEvidenceFiles(foundation, trusted)
    const { queue, mailer } = later
    const bulkSends = composeBulkSends(foundation, sending, queue)
    const parts = { foundation, trusted, sessions, notify, queue, mailer, signing, sending, bulkSends, csc, evidence }
    const handlers = composeHandlers(parts)
    const app = await composeHttp(foundation, { sessions, csc, handlers })
    const close = async (): Promise<void> => {
      await app.close()
      signing.keptKeys.forgetAll()
      await later.stop()
      await report?.stop()
      await workers.close()
      await foundation[Symbol.asyncDispose]()
    }
    const open = async () => {
      const url = await listen(app, config)
      // Where the system chose the port, the address is known only now.
      if (config.http.port === 0 && foundation.place.publicUrl.endsWith(':0')) foundation.place.publicUrl = url
      await later.start({ archiving, evidence, bulk: sending, bulkSends })
      return url
    }
    return { log: foundation.log, listen: open, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    await jobs?.stop()
    await report?.stop()
    await workers.close()
    await foundation[Symbol.asyncDispose]()
    throw error
  }
}

async function listen(app: FastifyInstance, { http }: Config): Promise<string> {
  await app.listen({ host: http.host, port: http.port })
  const { port } = app.server.address() as AddressInfo
  const host = http.host === '0.0.0.0' || http.host === '::' ? '127.0.0.1' : http.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
