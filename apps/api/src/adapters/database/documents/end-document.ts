import type { Transaction } from 'kysely'
import type { Schema } from '../schema.ts'

export interface DocumentEnd {
  readonly documentId: string
  readonly state: 'rejected' | 'expired' | 'cancelled'
  readonly at: Date
}

/**
 * Ends an open document for everybody who has not acted on it yet: signers, approvers, and a signature that is being
 * made at this moment, whose own compare-and-set then finds its row cancelled.
 * @returns false when the document was over already; nothing is changed then
 */
export async function endDocument(
  transaction: Transaction<Schema>,
  { documentId, state, at }: DocumentEnd,
): Promise<boolean> {
  const ended = await transaction
    .updateTable('documents')
    .set({ state, ended_at: at })
    .where('id', '=', documentId)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  if (!ended) return false
  await transaction
    .updateTable('signers')
    .set({ state: 'cancelled', operated_at: at })
    .where('document_id', '=', documentId)
    .where('state', 'in', ['waiting', 'pending', 'signing'])
    .execute()
  await transaction
    .updateTable('approvers')
    .set({ state: 'cancelled', operated_at: at })
    .where('document_id', '=', documentId)
    .where('state', '=', 'pending')
    .execute()
  return true
}
