import type { Kysely, Transaction } from 'kysely'
import type { Rejection, RejectionOutcome } from '../../../modules/pending-documents/ports.ts'
import { principalOf } from '../../../modules/substitutions/ports.ts'
import type { NotifyPeople } from '../../jobs/notify-people.ts'
import { appendAuditEvent } from '../audit/append-audit-event.ts'
import { factsOfIdentification, factsOfOffice, personalOfOffice } from '../audit/facts-of-identification.ts'
import { inTransaction } from '../connection.ts'
import { endDocument } from '../documents/end-document.ts'
import { isOpenAt, lockDocumentOfSigner } from '../documents/lock-document.ts'
import { pagesDigest } from '../page-views/page-views.ts'
import type { Schema } from '../schema.ts'
import { deputyColumns, mayActAs, SIGNER_OFFERED } from '../substitutions/offered.ts'
import { wasCalled } from '../documents/was-called.ts'

/**
 * Ends a document by one signer's rejection: the signer's row decides who was first. A signature of another
 * signer that is being made at this moment loses, because its own compare-and-set finds its row cancelled.
 */
export function commitRejection(
  database: Kysely<Schema>,
  rejection: Rejection,
  notify: Pick<NotifyPeople, 'sender' | 'copies' | 'parties'>,
): Promise<RejectionOutcome> {
  return inTransaction(database, async (transaction) => {
    const document = await lockDocumentOfSigner(transaction, rejection.signerId)
    if (!isOpenAt(document, rejection.at)) return explain(transaction, rejection)
    const signer = await transaction
      .updateTable('signers')
      .set({
        state: 'rejected',
        operated_at: rejection.at,
        rejection_reason: rejection.reason,
        access_method: rejection.accessMethod,
        ...deputyColumns(rejection),
      })
      .where('id', '=', rejection.signerId)
      .where('user_id', '=', principalOf(rejection))
      .where('state', '=', 'pending')
      .where(mayActAs(SIGNER_OFFERED, rejection, rejection.at))
      .returning(['document_id', 'subscription_id', pagesDigest('signers.id').as('pages_digest')])
      .executeTakeFirst()
    if (!signer) return explain(transaction, rejection)
    const { userId: actorId, at } = rejection
    const rejected = { documentId: signer.document_id, event: 'rejected', actorId, at } as const
    await endDocument(transaction, { documentId: signer.document_id, state: 'rejected', at })
    await notify.copies(transaction, signer.document_id)
    await notify.sender(transaction, rejected)
    await notify.parties(transaction, rejected)
    await appendAuditEvent(transaction, {
      documentId: signer.document_id,
      subscriptionId: signer.subscription_id,
      type: 'document-rejected',
      at: rejection.at,
      facts: {
        signerId: rejection.signerId,
        accessMethod: rejection.accessMethod,
        pagesDigest: signer.pages_digest,
        ...factsOfIdentification(rejection),
        ...factsOfOffice(rejection),
      },
      personal: { reason: rejection.reason, userId: rejection.userId, ...personalOfOffice(rejection) },
    })
    return 'rejected'
  })
}

/** Why nothing was changed: somebody else's or not yet one's turn, being signed, or over. */
async function explain(transaction: Transaction<Schema>, rejection: Rejection): Promise<RejectionOutcome> {
  const signer = await transaction
    .selectFrom('signers')
    .where('id', '=', rejection.signerId)
    .where('user_id', '=', principalOf(rejection))
    .where(wasCalled)
    .select('state')
    .executeTakeFirst()
  if (!signer) return 'unknown'
  return signer.state === 'signing' ? 'busy' : 'ended'
}
