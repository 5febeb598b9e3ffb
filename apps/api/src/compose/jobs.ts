/** The work that is done later: its queue, who does it, and when the nightly part is due. */
import type { Kysely } from 'kysely'
import { DatabaseErrandStore } from '../adapters/database/errands/errand-store.ts'
import { findUnjudged } from '../adapters/database/validation/findings-store.ts'
import { escalate } from '../adapters/database/reminders/escalate.ts'
import { openReminderStore } from '../adapters/database/reminders/reminder-store.ts'
import { DatabaseSendingStore } from '../adapters/database/sending/sending-store.ts'
import { forgetExpired } from '../adapters/database/forget-expired.ts'
import { openCollectionRecords } from '../adapters/database/objects/collection-records.ts'
import type { Schema } from '../adapters/database/schema.ts'
import { JOB_KINDS, type JobKind } from '../adapters/jobs/job-kinds.ts'
import type { Worker } from '../adapters/jobs/work-through.ts'
import { openJobQueue } from '../adapters/jobs/pg-boss-queue.ts'
import type { Mailer } from '../ports/mail.ts'
import { notifyByJob, type NotifyPeople } from '../adapters/jobs/notify-people.ts'
import { verifyAuditNightly } from '../adapters/jobs/verify-audit-nightly.ts'
import { verifyObjectsNightly } from '../adapters/jobs/verify-objects-nightly.ts'
import { dropMails } from '../adapters/mail/drop-mails.ts'
import { recordMails } from '../adapters/mail/record-mails.ts'
import { openTransport } from '../adapters/mail/smtp-transport.ts'
import type { TimestampAuthority } from '../adapters/signatures/open-signature-maker.ts'
import { collectUnreferenced } from '../adapters/object-store/collect-unreferenced.ts'
import { traceJobs } from '../adapters/tracing/trace-jobs.ts'
import { composeSealing, verifyGrownLog } from './audit.ts'
import type { AuditHeadInterval } from '../config/config.ts'
import type { Foundation } from './foundation.ts'
import type { Push } from './push.ts'
import type { RunWorker } from './signing-runs.ts'
import { composeMailRecording } from './mails.ts'
import { verifyObjectsOf } from './objects.ts'
import { startCourier } from './webhooks.ts'
import { archiveDocument, type ArchiveDocument } from '../modules/archiving/archive-document.ts'
import { sweepArchives } from '../modules/archiving/sweep-archives.ts'
import { sealAuditLog } from '../modules/audit/seal-audit-log.ts'
import { makeDueEvidence, type FetchEvidence } from '../modules/evidence-files/fetch-evidence.ts'
import { renewSeals, type RenewSeals } from '../modules/evidence-files/renew-seals.ts'
import { tellExpiring } from '../adapters/database/certificates/tell-expiring.ts'
import { announceSubstitutions, tellDeputies } from '../adapters/database/substitutions/tell-deputies.ts'
import { sendReminders } from '../modules/reminders/send-reminders.ts'
import { runBulk, sweepBulks, type RunBulkPorts } from '../modules/sending/bulk/run-bulk.ts'
import { runBulkSend, sweepBulkSends, type RunBulkSendPorts } from '../modules/bulk-sends/run-bulk-send.ts'
import { expireDocuments } from '../modules/sending/expire-documents.ts'
import type { JobData, JobHandler, JobQueue } from '../ports/job-queue.ts'
import { notificationHandlers } from './notification-jobs.ts'

/** When what nobody asks for is due: every minute, once an hour, or soon after the day is over (UTC), when few people sign. */
const SCHEDULE: Readonly<Partial<Record<JobKind, string>>> = {
  'expire-documents': '* * * * *',
  'sweep-reminders': '* * * * *',
  'sweep-substitutions': '35 * * * *',
  'sweep-certificates': '25 6 * * *',
  'sweep-archives': '* * * * *',
  'sweep-bulk-acts': '* * * * *',
  'sweep-bulk-sends': '* * * * *',
  'make-evidence': '* * * * *',
  'renew-seals': '* * * * *',
  'collect-objects': '20 1 * * *',
  'verify-objects': '40 2 * * *',
  'verify-audit': '10 3 * * *',
}
/** Soon after each moment at which a head is due. */
const SEALING: Readonly<Record<AuditHeadInterval, string>> = {
  '15m': '*/15 * * * *',
  '1h': '5 * * * *',
  '6h': '5 */6 * * *',
  '1d': '5 0 * * *',
}
/** Signing comes first: of these a process works on so many at a time. */
const AT_ONCE: Readonly<Partial<Record<JobKind, number>>> = {
  'archive-document': 1,
  'examine-arrival': 1,
  'sweep-archives': 1,
  'sweep-bulk-acts': 1,
  'bulk-act': 1,
  'sweep-reminders': 1,
  'sweep-substitutions': 1,
  'sweep-certificates': 1,
  'sweep-bulk-sends': 1,
  // A small one need not wait for a large one.
  'bulk-send': 2,
  'make-evidence': 1,
  'renew-seals': 1,
  'expire-documents': 1,
  'seal-audit-log': 1,
  'collect-objects': 1,
  'verify-objects': 1,
  'verify-audit': 1,
}

/** What is done later, beside what needs nothing but the foundation. */
export interface LaterWork {
  readonly archiving: ArchiveDocument
  readonly evidence: FetchEvidence & RenewSeals
  readonly bulk: RunBulkPorts
  readonly bulkSends: RunBulkSendPorts
  readonly runs: RunWorker
  readonly push: Push
}

export interface Jobs {
  /** Ready to enqueue; nothing is worked on yet. */
  readonly queue: JobQueue<Kysely<Schema>>
  readonly mailer: Mailer
  /** Starts the work. */
  start(work: LaterWork): Promise<void>
  /** Work under way goes on, and none is taken any more; enqueuing goes on, too. */
  takeNoMore(): void
  /** @param mostMs how long jobs under way may take to end */
  stop(mostMs?: number): Promise<void>
}

/**
 * Opens the queue of a server process.
 * @param timestamps the authority for the heads of the audit log
 */
export async function openJobs(foundation: Foundation, timestamps: TimestampAuthority | undefined): Promise<Jobs> {
  const { config, opened, database } = foundation
  const log = foundation.log.child({ name: 'jobs' })
  const how = { onlyEnqueues: config.process.role === 'api', makesNothing: !config.migrates }
  const queue = await openJobQueue<Schema>({ ...opened, log, kinds: JOB_KINDS, ...how })
  let workers: readonly Worker[] = []
  const transport = config.mail && openTransport(config.mail, config.http.publicUrl)
  const mailer = transport ? recordMails(transport, composeMailRecording(foundation, queue)) : dropMails(log)
  const start = async ({ archiving, evidence, bulk, bulkSends, runs, push }: LaterWork) => {
    for (const [kind, cron] of Object.entries(SCHEDULE)) await queue.schedule(kind, cron)
    const sealing: JobKind = 'seal-audit-log'
    await queue.schedule(sealing, SEALING[config.auditHeadEvery])
    // A server that was off when a head was due seals as soon as it is up.
    await queue.enqueue(database, { kind: sealing, data: {} })
    // What this server left half-done when it ended is its own no longer than the lease.
    const leaseEnd = new Date(foundation.now().getTime() + archiving.leaseMs)
    for (const kind of ['sweep-archives', 'sweep-bulk-acts', 'sweep-bulk-sends'] satisfies JobKind[]) {
      await queue.enqueue(database, { kind, data: {}, startAfter: leaseEnd })
    }
    const handlers = {
      ...notificationHandlers(foundation, { queue, mailer, notices: push.notices }),
      ...archivingHandlers(archiving),
      'make-evidence': () => makeEvidence(foundation, evidence),
      'renew-seals': () => renewDueSeals(foundation, evidence),
      'bulk-act': ({ bulkId }: JobData) => runBulk(bulk, String(bulkId)),
      'sweep-bulk-acts': () => sweepBulks(bulk),
      'bulk-send': ({ bulkSendId }: JobData) => runBulkSend(bulkSends, String(bulkSendId)),
      'sweep-bulk-sends': () => sweepBulkSends(bulkSends),
      'examine-arrival': async ({ documentId }: JobData) => {
        const unjudged = await findUnjudged(database, String(documentId))
        if (unjudged) await archiving.judge(unjudged)
      },
      ...scheduledHandlers(foundation, { timestamps, notify: notifyByJob(queue, config.senderMailDelayMs) }),
      ...verifyingHandlers(foundation, queue),
    }
    for (const kind of JOB_KINDS)
      await queue.work(kind, traceJobs(kind, handlers[kind], foundation.tracing), AT_ONCE[kind])
    runs.start()
    push.start()
    workers = [startCourier(foundation, bulk, queue), runs, push]
  }
  const takeNoMore = () => {
    queue.takeNoMore()
    for (const worker of workers) void worker.stop()
  }
  const stop = async (mostMs?: number) => {
    // What they do takes no longer than a call, and is done again where it is cut off.
    await Promise.all([queue.stop(mostMs), ...workers.map((worker) => worker.stop())])
    transport?.close()
  }
  return { queue, mailer, start, takeNoMore, stop }
}

function archivingHandlers(archiving: ArchiveDocument) {
  return {
    'archive-document': ({ documentId }) => archiveDocument(archiving, String(documentId)),
    'sweep-archives': async () => {
      const taken = await sweepArchives(archiving)
      if (taken > 0) archiving.log.info({ taken }, 'Documents that waited for their long-term form were taken up.')
    },
  } satisfies Partial<Record<JobKind, JobHandler>>
}

type Watched = Parameters<Foundation['metrics']['happened']>[0]

/** What is looked at at night. */
function verifyingHandlers(foundation: Foundation, queue: JobQueue<Kysely<Schema>>) {
  const { database, opened, metrics } = foundation
  const log = foundation.log.child({ name: 'jobs' })
  const ports = { queue, database, log, happened: (event: Watched) => metrics.happened(event) }
  return {
    'verify-objects': (rest: JobData) => verifyObjectsNightly({ ...ports, verify: verifyObjectsOf(foundation) }, rest),
    'verify-audit': () =>
      opened.unlimited((unhurried) =>
        verifyAuditNightly({ ...ports, verify: verifyGrownLog({ ...foundation, database: unhurried }) }),
      ),
  } satisfies Partial<Record<JobKind, JobHandler>>
}

/** Once for all that is due, whoever is asked. */
async function makeEvidence({ config, log }: Foundation, evidence: FetchEvidence): Promise<void> {
  if (!config.makesEvidence) return
  const { made, failed } = await makeDueEvidence(evidence)
  if (made > 0) log.info({ made }, 'Evidence was made of documents that are over.')
  for (const { documentId, error } of failed) log.warn({ err: error, documentId }, 'Evidence was not made.')
}

/** Also where evidence is made for who asks: what was made is kept. */
async function renewDueSeals({ log, metrics }: Foundation, evidence: RenewSeals): Promise<void> {
  const { renewed, failed } = await renewSeals(evidence)
  if (renewed > 0) log.info({ renewed }, 'Seals of evidence files were renewed.')
  for (const { error, ...facts } of failed) {
    metrics.happened('seal-not-renewed')
    log.warn({ err: error, ...facts }, 'The seal of an evidence file was not renewed; it is tried again.')
  }
}

/** Their statements may take longer than those that a caller waits for. */
function scheduledHandlers(
  foundation: Foundation,
  { timestamps, notify }: { timestamps: TimestampAuthority | undefined; notify: NotifyPeople },
) {
  const { opened, store, serverKeys, replica, log, now } = foundation
  return {
    'expire-documents': async () => {
      const expired = await opened.unlimited((database) =>
        expireDocuments(new DatabaseSendingStore(database, notify), now()),
      )
      if (expired > 0) log.info({ expired }, 'Documents whose deadline has passed were ended.')
      const gone = await opened.unlimited((database) =>
        new DatabaseErrandStore(database, serverKeys, replica.instance).expire(now()),
      )
      if (gone > 0) log.info({ gone }, 'People who were elsewhere did not come back in time.')
      await opened.unlimited((database) => forgetExpired(database, now()))
    },
    'sweep-reminders': async () => {
      try {
        const reminded = await opened.unlimited((database) =>
          sendReminders({ store: openReminderStore(database, notify), now }),
        )
        if (reminded > 0) log.info({ reminded }, 'People were reminded of what waits for them.')
      } finally {
        // A document whose people cannot be reminded holds up nobody else.
        const told = await opened.unlimited((database) => escalate(database, notify.escalation, now()))
        if (told > 0) log.info({ told }, 'Others were told of reminders that nobody answered.')
      }
    },
    'sweep-substitutions': async () => {
      const told = await opened.unlimited((database) => tellDeputies(database, notify.substitution, now()))
      if (told > 0) log.info({ told }, 'Deputies were told of what waits for whom they stand in for.')
      await opened.unlimited((database) => announceSubstitutions(database, notify.substitution, now()))
    },
    'sweep-certificates': async () => {
      const told = await opened.unlimited((database) => tellExpiring(database, notify.certificate, now()))
      if (told > 0) log.info({ told }, 'People were told that certificates of theirs expire soon.')
    },
    'collect-objects': async () => {
      const collected = await opened.unlimited((database) =>
        collectUnreferenced({ store, records: openCollectionRecords(database), now }),
      )
      log.info({ collected }, 'Objects that nothing names were collected.')
    },
    'seal-audit-log': async () => {
      const made = await opened.unlimited((database) =>
        sealAuditLog(composeSealing({ ...foundation, database }, timestamps)),
      )
      if (made > 0) log.info({ made }, 'The audit log was sealed.')
    },
  } satisfies Partial<Record<JobKind, JobHandler>>
}
