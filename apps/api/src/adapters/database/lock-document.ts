import type { Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Every change of a document's people takes the document's row first. With one order of locks,
 * a signature, a rejection and the end of a lease of the same document wait instead of deadlocking.
 */
export async function lockDocumentOfSigner(transaction: Transaction<Schema>, signerId: string): Promise<void> {
  await transaction
    .selectFrom('documents')
    .where('id', '=', (eb) => eb.selectFrom('signers').where('signers.id', '=', signerId).select('document_id'))
    .select('id')
    .forUpdate()
    .execute()
}

/** The same, for callers who know only the signing transaction. */
export async function lockDocumentOfTransaction(
  transaction: Transaction<Schema>,
  transactionId: string,
): Promise<void> {
  await transaction
    .selectFrom('documents')
    .where('id', '=', (eb) =>
      eb.selectFrom('signing_transactions').where('signing_transactions.id', '=', transactionId).select('document_id'),
    )
    .select('id')
    .forUpdate()
    .execute()
}
