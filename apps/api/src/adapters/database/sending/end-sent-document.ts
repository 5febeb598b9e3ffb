/** The ends of a document that no signer brings about: its sender withdraws it, or its time is over. */
import type { Kysely, Transaction } from 'kysely'
import type { Cancellation } from '../../../modules/sending/ports.ts'
import type { NotifyPeople } from '../../jobs/notify-people.ts'
import { appendAuditEvent } from '../audit/append-audit-event.ts'
import { inTransaction } from '../connection.ts'
import { endDocument, type DocumentEnd } from '../documents/end-document.ts'
import { isOpenAt } from '../documents/lock-document.ts'
import { finishRequest } from '../idempotency/request-store.ts'
import type { Schema } from '../schema.ts'
import { isManagedBy } from './sent-by.ts'

const lockDocument = (transaction: Transaction<Schema>, documentId: string) =>
  transaction
    .selectFrom('documents')
    .where('id', '=', documentId)
    .select(['id', 'state', 'deadline', 'subscription_id'])
    .forUpdate()

export function commitCancellation(
  database: Kysely<Schema>,
  { sender, documentId, reason, at, end }: Cancellation,
  notify: Pick<NotifyPeople, 'copies' | 'parties'>,
): Promise<'cancelled' | 'unknown' | 'ended'> {
  return inTransaction(database, async (transaction) => {
    const document = await lockDocument(transaction, documentId).where(isManagedBy(sender)).executeTakeFirst()
    if (!document) return 'unknown'
    if (!isOpenAt(document, at)) return 'ended'
    if (end) await finishRequest(transaction, end)
    await endDocument(transaction, { documentId: document.id, state: 'cancelled', at })
    await notify.copies(transaction, document.id)
    await notify.parties(transaction, { documentId: document.id, event: 'cancelled', actorId: sender.userId, at })
    await appendAuditEvent(transaction, {
      documentId: document.id,
      subscriptionId: document.subscription_id,
      type: 'document-cancelled',
      at,
      facts: { clientId: sender.clientId, ...(sender.userId !== null && { userId: sender.userId }) },
      ...(reason !== '' && { personal: { reason } }),
    })
    return 'cancelled'
  })
}

export function commitExpiry(
  database: Kysely<Schema>,
  { documentId, at }: Pick<DocumentEnd, 'documentId' | 'at'>,
  notify: Pick<NotifyPeople, 'sender' | 'copies' | 'parties'>,
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const document = await lockDocument(transaction, documentId).executeTakeFirst()
    if (document?.state !== 'open' || !document.deadline || isOpenAt(document, at)) return false
    await endDocument(transaction, { documentId, state: 'expired', at })
    await notify.copies(transaction, documentId)
    const expired = { documentId, event: 'expired', actorId: null, at } as const
    await notify.sender(transaction, expired)
    await notify.parties(transaction, expired)
    await appendAuditEvent(transaction, {
      documentId: document.id,
      subscriptionId: document.subscription_id,
      type: 'document-expired',
      at,
      facts: { deadline: document.deadline.toISOString() },
    })
    return true
  })
}
