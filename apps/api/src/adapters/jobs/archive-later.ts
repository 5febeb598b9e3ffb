import type { Kysely, Transaction } from 'kysely'
import type { JobQueue } from '../../ports/job-queue.ts'
import type { Schema } from '../database/schema.ts'
import type { JobKind } from './job-kinds.ts'

/** Asks for the next step towards a document's long-term form, inside the transaction that makes it due. */
export type ArchiveLater = (transaction: Transaction<Schema>, documentId: string, dueAt: Date) => Promise<void>

/** When after a signature the long-term form is due, and who is asked for it. */
export interface ArchivePlan {
  readonly later: ArchiveLater
  readonly delayMs: number
}

/** By a job, whether or not this process is the one that does it. */
export function archiveByJob(queue: JobQueue<Kysely<Schema>>): ArchiveLater {
  return (transaction, documentId, startAfter) =>
    queue.enqueue(transaction, { kind: 'archive-document' satisfies JobKind, data: { documentId }, startAfter })
}

/** Without a job: what is due is found by the next sweep. */
export const archiveBySweep: ArchiveLater = async () => undefined

/** How often sweeps are made: compose/jobs.ts. */
const SWEPT_EVERY_MS = 60_000

/**
 * After a signature: what is due no sooner than the next sweep needs no job of its own, which would be one more
 * statement of the transaction that the person waits for.
 */
export const archiveAfterSignature = (byJob: ArchiveLater, delayMs: number): ArchiveLater =>
  delayMs < SWEPT_EVERY_MS ? byJob : archiveBySweep
