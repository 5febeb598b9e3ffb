import { sql, type Transaction } from 'kysely'
import type { AskedPart } from '../../../modules/reminders/ports.ts'
import type { Schema } from '../schema.ts'

/** People of one document who are reminded of it by themselves. */
export interface DueReminders {
  readonly documentId: string
  /** People with an account; guests get an invitation. */
  readonly parts: readonly (AskedPart & { readonly userId: string })[]
  readonly at: Date
  readonly deadline: Date | null
}

/**
 * Keeps reminders inside the transaction that makes them.
 * @param dueAt from when on a mail may tell them, together with all that the person is reminded of by then
 * @returns whom to tell
 */
export async function keepReminders(
  transaction: Transaction<Schema>,
  { documentId, parts, at }: DueReminders,
  dueAt: Date,
): Promise<string[]> {
  const rows = parts.map(({ table, id, userId }) => ({
    id: sql<string>`gen_random_uuid()`,
    reader_id: userId,
    document_id: documentId,
    signer_id: table === 'signers' ? id : null,
    approver_id: table === 'approvers' ? id : null,
    happened_at: at,
    due_at: dueAt,
  }))
  if (rows.length > 0) await transaction.insertInto('reminder_news').values(rows).execute()
  return [...new Set(parts.map(({ userId }) => userId))]
}
