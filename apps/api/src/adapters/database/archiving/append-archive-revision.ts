import type { Kysely, Transaction } from 'kysely'
import type { ArchiveOutcome, ArchiveRevision, ArchiveTask } from '../../../modules/archiving/ports.ts'
import type { Failpoint } from '../../../ports/failpoints.ts'
import { appendAuditEvent } from '../audit/append-audit-event.ts'
import { inTransaction } from '../connection.ts'
import type { Schema } from '../schema.ts'

export interface ArchiveAppend {
  readonly task: ArchiveTask
  readonly revision: ArchiveRevision
  readonly reach: Failpoint
}

/** Ends the transaction without a change. */
class TaskLost extends Error {
  override readonly name = 'TaskLost'
}

/**
 * Makes evidence or a timestamp part of a completed document: new revision, its level, one event, all or nothing.
 * @returns false, and nothing is changed, when the document moved on or the task is somebody else's.
 */
export async function appendArchiveRevision(
  database: Kysely<Schema>,
  { reach, ...what }: ArchiveAppend,
): Promise<boolean> {
  const { task, revision } = what
  try {
    await inTransaction(database, async (transaction) => {
      await advanceDocument(transaction, what)
      await reach('archive-advanced')
      await insertRevision(transaction, what)
      await appendAuditEvent(transaction, {
        documentId: task.documentId,
        subscriptionId: task.subscriptionId,
        type: 'document-archived',
        at: revision.at,
        facts: {
          revision: revision.base.revision + 1,
          kind: revision.kind,
          level: revision.level,
          digest: Buffer.from(revision.digest).toString('hex'),
        },
      })
      await reach('archive-audited')
    })
    return true
  } catch (error) {
    if (error instanceof TaskLost) return false
    throw error
  }
}

type What = Omit<ArchiveAppend, 'reach'>

async function advanceDocument(transaction: Transaction<Schema>, { task, revision }: What): Promise<void> {
  const advanced = await transaction
    .updateTable('documents')
    .set({ current_revision: revision.base.revision + 1 })
    .where('id', '=', task.documentId)
    .where('current_revision', '=', revision.base.revision)
    .where('state', '=', 'completed')
    .returning('id')
    .executeTakeFirst()
  const isOurs =
    advanced &&
    (revision.outcome
      ? await writeOutcome(transaction, task, { ...revision.outcome, level: revision.level })
      : await writeLevel(transaction, task, revision))
  if (!isOurs) throw new TaskLost()
}

async function writeLevel(
  transaction: Transaction<Schema>,
  task: ArchiveTask,
  { level, at }: ArchiveRevision,
): Promise<boolean> {
  const row = await transaction
    .updateTable('document_archives')
    .set({ level, updated_at: at })
    .where('document_id', '=', task.documentId)
    .where('due_at', '=', task.lease)
    .returning('document_id')
    .executeTakeFirst()
  return row !== undefined
}

async function insertRevision(transaction: Transaction<Schema>, { task, revision }: What): Promise<void> {
  await transaction
    .insertInto('revisions')
    .values({
      document_id: task.documentId,
      number: revision.base.revision + 1,
      subscription_id: task.subscriptionId,
      kind: revision.kind,
      object_id: revision.objectId,
      base_length: revision.base.bytes.length,
      length: revision.length,
      digest: Buffer.from(revision.digest),
      signer_id: null,
      created_at: revision.at,
    })
    .execute()
}

/** @returns false when the task is somebody else's by now; a failure for good goes into the document's log. */
export async function writeOutcome(
  transaction: Transaction<Schema>,
  task: ArchiveTask,
  { state, reason, cause, tries, dueAt, renewAt, at, level }: ArchiveOutcome & { readonly level?: string },
): Promise<boolean> {
  const row = await transaction
    .updateTable('document_archives')
    .set({
      state,
      reason,
      cause: cause && JSON.stringify(cause),
      tries,
      due_at: dueAt,
      renew_at: renewAt,
      updated_at: at,
      ...(level !== undefined && { level }),
    })
    .where('document_id', '=', task.documentId)
    .where('due_at', '=', task.lease)
    .returning('level')
    .executeTakeFirst()
  if (row && state === 'failed') {
    await appendAuditEvent(transaction, {
      documentId: task.documentId,
      subscriptionId: task.subscriptionId,
      type: 'archive-failed',
      at,
      facts: { level: row.level, code: reason, tries },
    })
  }
  return row !== undefined
}
