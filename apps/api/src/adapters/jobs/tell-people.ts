import type { Kysely, Transaction } from 'kysely'
import type { JobQueue } from '../../ports/job-queue.ts'
import type { Schema } from '../database/schema.ts'
import type { JobKind } from './job-kinds.ts'

/** Asks for a mail to each of the signers, inside the transaction that brings a document to them. */
export type TellSigners = (transaction: Transaction<Schema>, signerIds: readonly string[]) => Promise<void>

/** The same for approvers. */
export type TellApprovers = (transaction: Transaction<Schema>, approverIds: readonly string[]) => Promise<void>

/** Asks for a look at the signatures that a document came with, inside the transaction that takes it in. */
export type ExamineArrival = (transaction: Transaction<Schema>, documentId: string) => Promise<void>

/** What a new document sets going. */
export interface TellPeople {
  readonly signers: TellSigners
  readonly approvers: TellApprovers
  readonly examine: ExamineArrival
}

/**
 * One job for each person, whether this process can send mail or not: the server that runs the job knows, and the
 * command line that sends a document does not.
 */
export function tellByJob(queue: JobQueue<Kysely<Schema>>): TellPeople {
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
export const tellNobody: TellPeople = {
  signers: async () => undefined,
  approvers: async () => undefined,
  examine: async () => undefined,
}
