/**
 * The loop of one worker. pg-boss has one of its own, which fails a whole batch when one job of it fails and reports
 * outcomes without waiting for them: a database that goes away in that moment would end the process.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type PgBoss from 'pg-boss'
import type { JobData, JobHandler } from '../../ports/job-queue.ts'
import type { Log } from '../../ports/log.ts'
import type { UntilDue } from './watch-due-jobs.ts'

/** Between two tries to say how a job has ended: the database is away. */
const REPORT_AGAIN_MS = 1000
/** By then the job is run again anyway. */
const REPORT_TRIES = 60

export interface JobWorker {
  /** Ids of the jobs that it has taken and that have not ended. */
  inHand(): readonly string[]
  /** Settles when the jobs under way have ended. */
  stop(): Promise<void>
}

export interface JobWork {
  readonly boss: Pick<PgBoss, 'fetch' | 'complete' | 'fail'>
  readonly log: Log
  readonly kind: string
  readonly handler: JobHandler
  readonly untilDue: UntilDue
  readonly atOnce: number
}

/** Takes jobs of one kind, whenever some are due, until it is stopped. */
export function workOnJobs(work: JobWork): JobWorker {
  const stopping = new AbortController()
  const inHand = new Set<string>()
  const done = loop(work, inHand, stopping.signal)
  return {
    inHand: () => [...inHand],
    stop: () => {
      stopping.abort()
      return done
    },
  }
}

async function loop(work: JobWork, inHand: Set<string>, stopping: AbortSignal): Promise<void> {
  for (let found = 0; !stopping.aborted;) {
    if (found < work.atOnce) await work.untilDue(work.kind, stopping)
    if (stopping.aborted) return
    found = await workOnBatch(work, inHand).catch((err: unknown) => {
      work.log.warn({ err, kind: work.kind }, 'Jobs could not be taken.')
      return 0
    })
  }
}

async function workOnBatch(work: JobWork, inHand: Set<string>): Promise<number> {
  const jobs = await work.boss.fetch<JobData>(work.kind, { batchSize: work.atOnce })
  for (const { id } of jobs) inHand.add(id)
  await Promise.all(jobs.map((job) => workOn(work, job).finally(() => inHand.delete(job.id))))
  return jobs.length
}

async function workOn({ boss, log, kind, handler }: JobWork, { id, data }: PgBoss.Job<JobData>): Promise<void> {
  try {
    await handler(data)
  } catch (err) {
    log.warn({ err, kind, job: id }, 'A job failed and will be tried again.')
    // Only the code is kept with the job: a message may name a person.
    await untilReported(() => boss.fail(kind, id, { code: (err as { code?: string }).code ?? 'FAILED' }))
    return
  }
  await untilReported(() => boss.complete(kind, id))
}

/** A job whose end nobody hears of is run again; the database may be back in a moment. */
async function untilReported(report: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await report()
    } catch (error) {
      if (tries === REPORT_TRIES) throw error
      await pause(REPORT_AGAIN_MS, undefined, { ref: false })
    }
  }
}
