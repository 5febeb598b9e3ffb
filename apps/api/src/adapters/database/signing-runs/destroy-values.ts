import type { Transaction } from 'kysely'
import { appendAuditEvent } from '../audit/append-audit-event.ts'
import type { Schema } from '../schema.ts'

export interface LetGo {
  readonly runId: string
  readonly code: string
  readonly at: Date
}

export interface ItemLetGo {
  readonly signer_id: string
  readonly document_id: string | null
  readonly document_digest: Buffer | null
  readonly had_value: boolean
}

/** Says in the log of each document that the value which the person had ordered is destroyed, and why. */
export async function auditDestroyed(
  transaction: Transaction<Schema>,
  items: readonly ItemLetGo[],
  { runId, code, at }: LetGo,
): Promise<void> {
  // Whoever locks several documents does so in one order.
  const valued = items
    .filter((item) => item.had_value && item.document_id !== null)
    .sort((one, other) => (one.document_id! < other.document_id! ? -1 : 1))
  for (const { signer_id: signerId, document_id: documentId, document_digest: digest } of valued) {
    const document = await transaction
      .selectFrom('documents')
      .where('id', '=', documentId)
      .select('subscription_id')
      .executeTakeFirstOrThrow()
    await appendAuditEvent(transaction, {
      documentId: documentId!,
      subscriptionId: document.subscription_id,
      type: 'signature-value-destroyed',
      at,
      facts: { signerId, runId, code, digest: digest?.toString('hex') ?? null },
    })
  }
}
