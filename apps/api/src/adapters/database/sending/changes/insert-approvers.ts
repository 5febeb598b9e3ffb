import type { Transaction } from 'kysely'
import { newId } from '@rubrica/domain'
import type { ChangeableDocument } from '../../../../modules/sending/changes/ports.ts'
import { UNTOLD } from '../../reminders/to-plan.ts'
import type { Schema } from '../../schema.ts'

/** Who was asked before and is not any more is asked again in their old row. */
export async function insertApprovers(
  transaction: Transaction<Schema>,
  { id: documentId, subscriptionId }: ChangeableDocument,
  { signerId, userIds }: { signerId: string; userIds: readonly string[] },
): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await transaction
    .insertInto('approvers')
    .values(
      userIds.map((userId) => ({
        ...{ id: newId(), document_id: documentId, signer_id: signerId, subscription_id: subscriptionId },
        ...{ user_id: userId, state: 'pending' as const, rejection_reason: null },
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['signer_id', 'user_id']).doUpdateSet({ state: 'pending', operated_at: null, ...UNTOLD }),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
