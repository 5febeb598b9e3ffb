/**
 * Work that is done later, at least once, by any replica. A job is enqueued inside the transaction of the state change
 * that asks for it: both happen or neither does. Handlers must therefore bear being run twice, and twice at once.
 */
export interface JobQueue<Transaction> {
  /** @param within the transaction (or the database itself, where nothing else changes). */
  enqueue(within: Transaction, job: Job): Promise<void>
  /** Any number of them at once. */
  enqueueAll(within: Transaction, jobs: readonly Job[]): Promise<void>
  /**
   * Starts working on a kind of job; a handler that throws is retried with growing pauses, up to a day.
   * @param atOnce jobs of the kind that this process works on at a time
   */
  work(kind: string, handler: JobHandler, atOnce?: number): Promise<void>
  /** Ids of the jobs that this process works on. */
  inHand(): readonly string[]
  /** Enqueues a job of that kind at every time the cron expression (UTC) names, once for all replicas. */
  schedule(kind: string, cron: string): Promise<void>
  /** Running jobs go on, and no new ones are taken; enqueuing goes on, too. */
  takeNoMore(): void
  /** Lets running jobs end, for so long at most, and takes no new ones; those left are run again, by any server. */
  stop(mostMs?: number): Promise<void>
}

export type JobData = Readonly<Record<string, string | number | boolean | null>>

export type JobHandler = (data: JobData) => Promise<void>

export interface Job {
  readonly kind: string
  readonly data: JobData
  /** Not before this moment. */
  readonly startAfter?: Date
}
