import type { Kysely, Transaction } from 'kysely'
import type { JobQueue } from '../../ports/job-queue.ts'
import type { Schema } from '../database/schema.ts'
import type { JobKind } from './job-kinds.ts'

/** Asks for a mail to each of the signers, inside the transaction that brings a document to them. */
export type NotifySigners = (transaction: Transaction<Schema>, signerIds: readonly string[]) => Promise<void>

/** The same for approvers. */
export type NotifyApprovers = (transaction: Transaction<Schema>, approverIds: readonly string[]) => Promise<void>

/** Asks for a look at the signatures that a document came with, inside the transaction that takes it in. */
export type ExamineArrival = (transaction: Transaction<Schema>, documentId: string) => Promise<void>

/** What a new document sets going. */
export interface NotifyPeople {
  readonly signers: NotifySigners
  readonly approvers: NotifyApprovers
  readonly examine: ExamineArrival
}

/**
 * One job for each person, whether this process can send mail or not: the server that runs the job knows, and the
 * command line that sends a document does not.
 */
export function notifyByJob(queue: JobQueue<Kysely<Schema>>): NotifyPeople {
  const enqueue = (kind: JobKind, name: string) => async (transaction: Transaction<Schema>, ids: readonly string[]) => {
    for (const id of ids) await queue.enqueue(transaction, { kind, data: { [name]: id } })
  }
  return {
    signers: enqueue('tell-signer', 'signerId'),
    approvers: enqueue('tell-approver', 'approverId'),
    examine: (transaction, documentId) => enqueue('examine-arrival', 'documentId')(transaction, [documentId]),
  }
}

/** For documents that nobody waits for, such as those of a demonstration. */
export const notifyNobody: NotifyPeople = {
  signers: async () => undefined,
  approvers: async () => undefined,
  examine: async () => undefined,
}
