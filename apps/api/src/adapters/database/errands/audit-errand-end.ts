import type { Selectable, Transaction } from 'kysely'
import { appendAuditEvent } from '../audit/append-audit-event.ts'
import type { ErrandTable } from './errand-schema.ts'
import { providerFacts } from '../provider-accounts/provider-facts.ts'
import type { Schema } from '../schema.ts'

export type EndedErrand = Pick<Selectable<ErrandTable>, 'id' | 'purpose' | 'signer_id' | 'document_id'>

export interface ErrandEnd {
  readonly code: string
  readonly at: Date
  /** What a provider said, without a secret. */
  readonly facts?: Readonly<Record<string, string | number | boolean>> | undefined
  /** The attempt that it was used for, if any. */
  readonly attemptKey?: string | undefined
}

/**
 * Adds an event to the document's audit log when an errand for its signature ends without a signature, in the
 * transaction that ends it. An errand that concerns no document has no event.
 *
 * The caller has changed the row of `errands` before: that row is locked first and the document's second, which is the
 * order in which a new one takes the place of an earlier one, too.
 */
export async function auditErrandEnd(
  transaction: Transaction<Schema>,
  ended: EndedErrand,
  end: ErrandEnd,
): Promise<void> {
  const { document_id: documentId, signer_id: signerId } = ended
  if (ended.purpose !== 'sign' || documentId === null || signerId === null) return
  if (await isReportedByClaim(transaction, signerId, end)) return
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

/** A claim that fails reports it when it is released, with the same code. */
async function isReportedByClaim(
  transaction: Transaction<Schema>,
  signerId: string,
  { attemptKey, code }: ErrandEnd,
): Promise<boolean> {
  if (attemptKey === undefined) return false
  const claim = await transaction
    .selectFrom('signing_attempts')
    .where('signer_id', '=', signerId)
    .where('attempt_key', '=', attemptKey)
    .where((eb) => eb.or([eb('state', '=', 'signing'), eb('outcome_code', '=', code)]))
    .select('id')
    .executeTakeFirst()
  return claim !== undefined
}
