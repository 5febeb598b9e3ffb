/** What every change writes: the new version with its audit event, and who lost the document by it. */
import type { Transaction } from 'kysely'
import { newId } from '@rubrica/domain'
import type { AuditEntry } from '../../../../modules/audit/ports.ts'
import type { ChangeableDocument } from '../../../../modules/sending/changes/ports.ts'
import type { Watcher } from '../../../../modules/sending/ports.ts'
import { appendAuditEvent } from '../../audit/append-audit-event.ts'
import type { Schema } from '../../schema.ts'

/** Who changes it, as an event says it. */
export const actorOf = ({ clientId, userId }: Pick<Watcher, 'clientId' | 'userId'>) => ({
  clientId,
  ...(userId !== null && { userId }),
})

interface ChangeEvent extends Pick<AuditEntry, 'type' | 'at' | 'facts'> {
  readonly document: ChangeableDocument
  readonly watcher: Pick<Watcher, 'clientId' | 'userId'>
  readonly personal: Readonly<Record<string, string>>
}

/** Counts the change and chains its event. The version is compared, though the row is locked already. */
export async function recordChange(transaction: Transaction<Schema>, event: ChangeEvent): Promise<void> {
  const { document, watcher, type, at, facts, personal } = event
  const version = document.version + 1
  const counted = await transaction
    .updateTable('documents')
    .set({ version })
    .where('id', '=', document.id)
    .where('version', '=', document.version)
    .returning('id')
    .executeTakeFirst()
  if (!counted) throw new Error('A document was changed under the lock of its row.')
  await appendAuditEvent(transaction, {
    documentId: document.id,
    subscriptionId: document.subscriptionId,
    type,
    at,
    facts: { ...actorOf(watcher), version, ...facts },
    personal,
  })
}

/**
 * Keeps who lost the document until they are told.
 * @param userIds of people who had heard of it
 * @returns ids of what has to be told
 */
export async function keepLosses(
  transaction: Transaction<Schema>,
  {
    document,
    userIds,
    isCopy = false,
    reason,
    at,
  }: {
    document: ChangeableDocument
    userIds: readonly string[]
    /** Nothing was asked of them: they had a copy. */
    isCopy?: boolean
    reason: string
    at: Date
  },
): Promise<string[]> {
  const rows = userIds.map((userId) => ({
    id: newId(),
    document_id: document.id,
    subscription_id: document.subscriptionId,
    user_id: userId,
    is_copy: isCopy,
    reason,
    lost_at: at,
  }))
  if (rows.length > 0) await transaction.insertInto('lost_documents').values(rows).execute()
  return rows.map(({ id }) => id)
}
