import type { Kysely, Transaction } from 'kysely'
import type { JobQueue } from '../../ports/job-queue.ts'
import type { Schema } from '../database/schema.ts'
import type { JobKind } from './job-kinds.ts'

/** Asks for the work on an act on many documents, inside the transaction that begins it. */
export type BulkLater = (transaction: Transaction<Schema>, bulkId: string) => Promise<void>

/** By a job, whichever server takes it. */
export function bulkByJob(queue: JobQueue<Kysely<Schema>>): BulkLater {
  return (transaction, bulkId) => queue.enqueue(transaction, { kind: 'bulk-act' satisfies JobKind, data: { bulkId } })
}

/** Asks for the work on a bulk send, inside the transaction that changes it. */
export type BulkSendLater = (transaction: Transaction<Schema>, bulkSendId: string) => Promise<void>

/** By a job, whichever server takes it. */
export function bulkSendByJob(queue: JobQueue<Kysely<Schema>>): BulkSendLater {
  return (transaction, bulkSendId) =>
    queue.enqueue(transaction, { kind: 'bulk-send' satisfies JobKind, data: { bulkSendId } })
}
