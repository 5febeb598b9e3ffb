/**
 * The loop of one worker. pg-boss has one of its own, which fails a whole batch when one job of it fails and reports
 * outcomes without waiting for them: a database that goes away in that moment would end the process.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type PgBoss from 'pg-boss'
import type { JobData, JobHandler } from '../../ports/job-queue.ts'
import type { Log } from '../../ports/log.ts'

export interface JobWorker {
  /** Settles when the jobs under way have ended. */
  stop(): Promise<void>
}

export interface JobWork {
  readonly boss: Pick<PgBoss, 'fetch' | 'complete' | 'fail'>
  readonly log: Log
  readonly kind: string
  readonly handler: JobHandler
  readonly pauseMs: number
  readonly atOnce: number
}

/** Takes jobs of one kind until it is stopped; when there are none, it looks again after a pause. */
export function workOnJobs(work: JobWork): JobWorker {
  const stopping = new AbortController()
  const done = loop(work, stopping.signal)
  return {
    stop: () => {
      stopping.abort()
      return done
    },
  }
}

async function loop(work: JobWork, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const found = await workOnBatch(work).catch((err: unknown) => {
      work.log.warn({ err, kind: work.kind }, 'Jobs could not be taken.')
      return 0
    })
    if (found < work.atOnce) await pause(work.pauseMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}

async function workOnBatch({ boss, log, kind, handler, atOnce }: JobWork): Promise<number> {
  const jobs = await boss.fetch<JobData>(kind, { batchSize: atOnce })
  await Promise.all(
    jobs.map(async ({ id, data }) => {
      try {
        await handler(data)
      } catch (err) {
        log.warn({ err, kind, job: id }, 'A job failed and will be tried again.')
        // Only the code is kept with the job: a message may name a person.
        await boss.fail(kind, id, { code: (err as { code?: string }).code ?? 'FAILED' })
        return
      }
      await boss.complete(kind, id)
    }),
  )
  return jobs.length
}
