import type { Kysely, Transaction } from 'kysely'
import type { JobQueue } from '../../ports/job-queue.ts'
import type { Schema } from '../database/schema.ts'
import type { JobKind } from './job-kinds.ts'

/** Asks for a mail to each of the signers, inside the transaction that brings a document to them. */
export type TellSigners = (transaction: Transaction<Schema>, signerIds: readonly string[]) => Promise<void>

const KIND: JobKind = 'tell-signer'

/**
 * One job for each signer, whether this process can send mail or not: the server that runs the job knows, and the
 * command line that sends a document does not.
 */
export const tellByJob =
  (queue: JobQueue<Kysely<Schema>>): TellSigners =>
  async (transaction, signerIds) => {
    for (const signerId of signerIds) await queue.enqueue(transaction, { kind: KIND, data: { signerId } })
  }

/** For documents that nobody waits for, such as those of a demonstration. */
export const tellNobody: TellSigners = async () => undefined
