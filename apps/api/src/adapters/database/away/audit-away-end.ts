import type { Selectable, Transaction } from 'kysely'
import { appendAuditEvent } from '../audit/append-audit-event.ts'
import type { AwayTransactionTable } from './away-schema.ts'
import { providerFacts } from '../provider-accounts/provider-facts.ts'
import type { Schema } from '../schema.ts'

export type EndedAway = Pick<Selectable<AwayTransactionTable>, 'id' | 'purpose' | 'signer_id' | 'document_id'>

export interface AwayEnd {
  readonly code: string
  readonly at: Date
  /** What a provider said, without a secret. */
  readonly facts?: Readonly<Record<string, string | number | boolean>> | undefined
  /** The attempt that it was used for, if any. */
  readonly attemptKey?: string | undefined
}

/**
 * Tells the audit log of the document that a signature for which somebody was elsewhere has ended without being made, in
 * the transaction that ends it. Of what concerns no document nothing is told.
 *
 * The caller has changed the row of `away_transactions` before: that row is locked first and the document's second,
 * which is the order in which a new one takes the place of an earlier one, too.
 */
export async function auditAwayEnd(transaction: Transaction<Schema>, ended: EndedAway, end: AwayEnd): Promise<void> {
  const { document_id: documentId, signer_id: signerId } = ended
  if (ended.purpose !== 'sign' || documentId === null || signerId === null) return
  if (await isToldByClaim(transaction, signerId, end)) return
  const { subscription_id: subscriptionId } = await transaction
    .selectFrom('documents')
    .where('id', '=', documentId)
    .select('subscription_id')
    .executeTakeFirstOrThrow()
  await appendAuditEvent(transaction, {
    ...{ documentId, subscriptionId },
    type: 'signature-failed',
    at: end.at,
    facts: { signerId, transactionId: ended.id, code: end.code, ...providerFacts(end.facts) },
  })
}

/** A claim that fails tells so when it is let go of, with the same code. */
async function isToldByClaim(
  transaction: Transaction<Schema>,
  signerId: string,
  { attemptKey, code }: AwayEnd,
): Promise<boolean> {
  if (attemptKey === undefined) return false
  const claim = await transaction
    .selectFrom('signing_transactions')
    .where('signer_id', '=', signerId)
    .where('attempt_key', '=', attemptKey)
    .where((eb) => eb.or([eb('state', '=', 'signing'), eb('outcome_code', '=', code)]))
    .select('id')
    .executeTakeFirst()
  return claim !== undefined
}
