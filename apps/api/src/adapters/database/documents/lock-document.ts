import type { Transaction } from 'kysely'
import type { DocumentState } from '@rubrica/domain'
import { prepared } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'

/** What a document's row says while nobody else can change it. */
export interface LockedDocument {
  readonly id: string
  readonly state: DocumentState
  readonly deadline: Date | null
  readonly current_revision: number
}

const LOCKED_COLUMNS = ['id', 'state', 'deadline', 'current_revision'] as const

/**
 * Every change of a document's people takes the document's row first. With one order of locks, a signature, a decision
 * of an approver and the end of a lease of the same document wait instead of deadlocking.
 */
export async function lockDocumentOfSigner(
  transaction: Transaction<Schema>,
  signerId: string,
): Promise<LockedDocument | undefined> {
  const locking = transaction
    .selectFrom('documents')
    .where('id', '=', (eb) => eb.selectFrom('signers').where('signers.id', '=', signerId).select('document_id'))
    .select(LOCKED_COLUMNS)
    .forUpdate()
  return (await transaction.executeQuery(prepared(locking))).rows[0]
}

/** The same, for callers who know only the attempt. */
export function lockDocumentOfAttempt(
  transaction: Transaction<Schema>,
  attemptId: string,
): Promise<LockedDocument | undefined> {
  return transaction
    .selectFrom('documents')
    .where('id', '=', (eb) =>
      eb.selectFrom('signing_attempts').where('signing_attempts.id', '=', attemptId).select('document_id'),
    )
    .select(LOCKED_COLUMNS)
    .forUpdate()
    .executeTakeFirst()
}

/** The same, for an approver. */
export function lockDocumentOfApprover(
  transaction: Transaction<Schema>,
  approverId: string,
): Promise<LockedDocument | undefined> {
  return transaction
    .selectFrom('documents')
    .where('id', '=', (eb) => eb.selectFrom('approvers').where('approvers.id', '=', approverId).select('document_id'))
    .select(LOCKED_COLUMNS)
    .forUpdate()
    .executeTakeFirst()
}

/** The same, for who knows the document itself. */
export async function lockArchivedDocument(transaction: Transaction<Schema>, documentId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('documents')
    .where('id', '=', documentId)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Whether people may still act on it. Its deadline counts at once, whenever the document is swept up. */
export function isOpenAt(document: Pick<LockedDocument, 'state' | 'deadline'> | undefined, at: Date): boolean {
  return document?.state === 'open' && (document.deadline === null || document.deadline > at)
}
