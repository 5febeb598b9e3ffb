/** The work that is done later: its queue, who does it, and when the nightly part is due. */
import type { Kysely } from 'kysely'
import { DatabaseNotificationStore } from './adapters/database/notification-store.ts'
import { findReferencedObjects } from './adapters/database/find-referenced-objects.ts'
import type { Schema } from './adapters/database/schema.ts'
import { JOB_KINDS, type JobKind } from './adapters/jobs/job-kinds.ts'
import { openJobQueue } from './adapters/jobs/pg-boss-queue.ts'
import { openMailer } from './adapters/mail/smtp-mailer.ts'
import { openMailWriter } from './adapters/mail/write-mails.ts'
import { collectUnreferenced } from './adapters/object-store/collect-unreferenced.ts'
import { composeAuditHeads } from './compose-audit.ts'
import type { Foundation } from './compose-foundation.ts'
import { sealAuditDay } from './modules/audit/seal-audit-day.ts'
import { tellSigner } from './modules/notifications/tell-signer.ts'
import type { JobHandler, JobQueue, Pace } from './ports/job-queue.ts'

/** Soon after the day is over (UTC), when few people sign. */
const NIGHTLY: Readonly<Partial<Record<JobKind, string>>> = {
  'seal-audit-day': '5 0 * * *',
  'collect-objects': '20 1 * * *',
}
/** Nobody waits for nightly work, and one at a time is enough. */
const UNHURRIED: Pace = { everySeconds: 30, atOnce: 1 }

export interface Jobs {
  /** Ready to enqueue; nothing is worked on yet. */
  readonly queue: JobQueue<Kysely<Schema>>
  /** Starts the work. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Opens the queue of a server process. */
export async function openJobs(foundation: Foundation): Promise<Jobs> {
  const { config, opened, database } = foundation
  const log = foundation.log.child({ name: 'jobs' })
  const queue = await openJobQueue<Schema>({ pool: opened.pool, log, kinds: JOB_KINDS })
  const mailer = openMailer(config.smtp, log)
  const start = async () => {
    for (const [kind, cron] of Object.entries(NIGHTLY)) await queue.schedule(kind, cron)
    // A server that is off at night seals the day before as soon as it is up.
    await queue.enqueue(database, { kind: 'seal-audit-day' satisfies JobKind, data: {} })
    const handlers = { 'tell-signer': tellOne(foundation, mailer), ...nightlyHandlers(foundation) }
    for (const kind of JOB_KINDS) await queue.work(kind, handlers[kind], kind in NIGHTLY ? UNHURRIED : {})
  }
  const stop = async () => {
    await queue.stop()
    mailer.close()
  }
  return { queue, start, stop }
}

function tellOne({ config, database, now }: Foundation, mailer: ReturnType<typeof openMailer>): JobHandler {
  const here = import.meta.url
  const writer = openMailWriter({
    publicUrl: config.http.publicUrl,
    // The build puts the catalogues beside the bundle.
    ...(!here.endsWith('.ts') && { catalogues: new URL('./catalogues/', here) }),
  })
  const ports = { store: new DatabaseNotificationStore(database), writer, mailer, now }
  return ({ signerId }) => tellSigner(ports, String(signerId))
}

/** Their statements may take longer than those that a caller waits for. */
function nightlyHandlers(foundation: Foundation) {
  const { opened, store, log, now } = foundation
  return {
    'collect-objects': async () => {
      const collected = await opened.unlimited((database) => {
        const referenced = (ids: readonly string[]) => findReferencedObjects(database, ids)
        return collectUnreferenced({ store, referenced, now })
      })
      log.info({ collected }, 'Objects that nothing names were collected.')
    },
    'seal-audit-day': async () => {
      const made = await opened.unlimited((database) => sealAuditDay(composeAuditHeads({ ...foundation, database })))
      if (made > 0) log.info({ made }, 'The audit log of the last day was sealed.')
    },
  } satisfies Partial<Record<JobKind, JobHandler>>
}
