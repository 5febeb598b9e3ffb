/**
 * The job queue on pg-boss, in the schema `pgboss` of the same database. pg-boss runs its own statements over our
 * pool; an enqueue runs over the caller's transaction instead, so that it stands or falls with it.
 */
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import PgBoss from 'pg-boss'
import type { Job, JobQueue } from '../../ports/job-queue.ts'
import type { Log } from '../../ports/log.ts'
import { preparedQuery } from '../database/prepared-statements.ts'
import { expireSeconds } from './job-kinds.ts'
import { watchDueJobs } from './watch-due-jobs.ts'
import { workOnJobs, type JobWorker } from './work-on-jobs.ts'

/** Twelve tries with doubling pauses reach a little over a day. */
const RETRIES = { retryLimit: 12, retryDelay: 30, retryBackoff: true }
/** Between two looks for jobs that have not ended in time. */
const UPKEEP_SECONDS = 30
const AT_ONCE = 10
const DRAIN_MS = 10_000

export interface QueueOptions<Schema> {
  readonly db: Kysely<Schema>
  readonly pool: Pool
  /** Queues are tables: of several processes that make them at once, PostgreSQL ends all but one as a deadlock. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
  readonly log: Log
  /** Every kind of job there is; a job of another kind is a programmer's mistake. */
  readonly kinds: readonly string[]
  /** A process that only enqueues, and leaves schedules and upkeep to the servers. */
  readonly onlyEnqueues?: boolean
  /** Its tables are there already, and are left as they are. */
  readonly makesNothing?: boolean
}

/** @template Schema of the database that the enqueuing transactions work on. */
export async function openJobQueue<Schema>(options: QueueOptions<Schema>): Promise<JobQueue<Kysely<Schema>>> {
  const { log, kinds } = options
  const boss = await startBoss(options)
  const untilDue = watchDueJobs(options)
  const workers = new Map<string, JobWorker>()
  const enqueueAll = async (within: Kysely<Schema>, jobs: readonly Job[]) => {
    const strange = jobs.find(({ kind }) => !kinds.includes(kind))
    if (strange) throw new TypeError(`no queue for jobs of kind ${strange.kind}`)
    if (jobs.length === 0) return
    let taken = 0n
    // One text for all jobs, which takes longer to plan than to run.
    const executeSql = async (text: string, values: unknown[]) => {
      const answer = await within.executeQuery(preparedQuery(text, values))
      taken = answer.numAffectedRows ?? 0n
      return answer
    }
    await boss.insert(
      jobs.map(({ kind, data, startAfter }) => ({ name: kind, data, ...(startAfter && { startAfter }) })),
      { db: { executeSql } },
    )
    // pg-boss leaves out jobs whose queue's row is gone; going on would lose them without a word.
    if (taken !== BigInt(jobs.length)) throw new Error(`only ${taken} of ${jobs.length} jobs were taken`)
  }
  return {
    enqueue: (within, job) => enqueueAll(within, [job]),
    enqueueAll,
    work: async (kind, handler, atOnce = AT_ONCE) => {
      if (workers.has(kind)) throw new TypeError(`somebody works on jobs of kind ${kind} already`)
      workers.set(kind, workOnJobs({ boss, log, kind, handler, untilDue, atOnce }))
    },
    inHand: () => [...workers.values()].flatMap((worker) => worker.inHand()),
    schedule: (kind, cron) => boss.schedule(kind, cron, {}, { tz: 'UTC' }),
    takeNoMore: () => {
      for (const worker of workers.values()) void worker.stop()
    },
    stop: async (mostMs = DRAIN_MS) => {
      await withinTime(Promise.all([...workers.values()].map((worker) => worker.stop())), mostMs)
      await boss.stop({ graceful: false, close: false })
    },
  }
}

async function startBoss<Schema>(options: QueueOptions<Schema>): Promise<PgBoss> {
  const { pool, alone, log, kinds, onlyEnqueues = false, makesNothing = false } = options
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
    supervise: !onlyEnqueues,
    schedule: !onlyEnqueues,
    migrate: !makesNothing,
    maintenanceIntervalSeconds: UPKEEP_SECONDS,
  })
  boss.on('error', (err) => log.warn({ err }, 'The job queue met an error.'))
  if (makesNothing) {
    await boss.start()
    return boss
  }
  await alone(async () => {
    await boss.start()
    const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const kind of kinds) {
      const [queue, wish] = [present.get(kind), { name: kind, ...RETRIES, expireInSeconds: expireSeconds(kind) }]
      if (!queue) await boss.createQueue(kind, wish)
      // Of an earlier release.
      else if (queue.expireInSeconds !== wish.expireInSeconds) await boss.updateQueue(kind, wish)
    }
  })
  return boss
}

/** A job that is not done by then is run again, by any server. */
async function withinTime(work: Promise<unknown>, mostMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, mostMs)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}
