/**
 * The job queue on pg-boss, in the schema `pgboss` of the same database. pg-boss runs its own statements over our
 * pool; an enqueue runs over the caller's transaction instead, so that it stands or falls with it.
 */
import { CompiledQuery, type Kysely } from 'kysely'
import type { Pool } from 'pg'
import PgBoss from 'pg-boss'
import type { JobData, JobQueue } from '../../ports/job-queue.ts'
import type { Log } from '../../ports/log.ts'

/** Twelve tries with doubling pauses reach a little over a day. */
const RETRIES = { retryLimit: 12, retryDelay: 30, retryBackoff: true }
const EXPIRE_MINUTES = 15
const POLL_SECONDS = 1
const DRAIN_MS = 10_000

export interface QueueOptions {
  readonly pool: Pool
  readonly log: Log
  /** Every kind of job there is; a job of another kind is a programmer's mistake. */
  readonly kinds: readonly string[]
}

/** @template Schema of the database that the enqueuing transactions work on. */
export async function openJobQueue<Schema>({ pool, log, kinds }: QueueOptions): Promise<JobQueue<Kysely<Schema>>> {
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values as unknown[]) } })
  boss.on('error', (error) => log.warn({ error }, 'The job queue met an error.'))
  await boss.start()
  for (const kind of kinds) await boss.createQueue(kind, { name: kind, ...RETRIES, expireInMinutes: EXPIRE_MINUTES })
  return {
    enqueue: async (within, { kind, data, startAfter }) => {
      if (!kinds.includes(kind)) throw new TypeError(`no queue for jobs of kind ${kind}`)
      await boss.send(kind, data, {
        ...(startAfter && { startAfter }),
        db: { executeSql: async (text, values) => within.executeQuery(CompiledQuery.raw(text, values as unknown[])) },
      })
    },
    work: async (kind, handler) => {
      await boss.work<JobData>(kind, { pollingIntervalSeconds: POLL_SECONDS }, async (jobs) => {
        for (const job of jobs) await handler(job.data)
      })
    },
    schedule: (kind, cron) => boss.schedule(kind, cron, {}, { tz: 'UTC' }),
    stop: () => boss.stop({ graceful: true, wait: true, timeout: DRAIN_MS, close: false }),
  }
}
