import { sql, type Transaction } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * Calls every signer of an open document whom nothing holds back any more: all approvers that they have yet accepted, and
 * everybody of the stages before has signed. The caller holds the document's row (lock-document.ts), so that
 * the last approver and the signature before cannot both overlook the other.
 * @returns the ids of those who were called and are to be notified
 */
export async function wakeSigners(transaction: Transaction<Schema>, documentId: string, at: Date): Promise<string[]> {
  const woken = await transaction
    .updateTable('signers')
    .set({ state: 'pending', called_at: at })
    .where('document_id', '=', documentId)
    .where('state', '=', 'waiting')
    .where(
      sql<boolean>`not exists (
        select 1 from approvers where approvers.signer_id = signers.id and approvers.state not in ('accepted', 'cancelled'))`,
    )
    .where(
      sql<boolean>`exists (
        select 1 from documents where documents.id = signers.document_id and documents.state = 'open')`,
    )
    .where(
      sql<boolean>`not exists (
        select 1 from signers as earlier where earlier.document_id = signers.document_id
          and earlier.stage < signers.stage and earlier.state not in ('signed', 'replaced', 'removed'))`,
    )
    .returning('id')
    .execute()
  return woken.map(({ id }) => id)
}
