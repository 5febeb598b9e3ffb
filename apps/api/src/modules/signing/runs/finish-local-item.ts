import type { Failpoint } from '../../../ports/failpoints.ts'
import type { LocalSignatureOrder } from '../elsewhere/complete-local-signature.ts'
import { attemptKeyOf, settleItem, type FinishItem, type ItemToFinish } from './finish-item.ts'
import type { ItemOutcome } from './ports.ts'

export type FinishLocalItem = Pick<FinishItem, 'watched' | 'log' | 'now' | 'signing'> & {
  /** As of a signature that is completed by a call: see completeLocalSignature. */
  readonly completeLocally: (order: LocalSignatureOrder, reach: Failpoint) => Promise<void>
}

/**
 * Makes a value of the person's PC part of its document. What somebody else has signed meanwhile has failed: the server
 * cannot ask a PC for another value.
 */
export function finishLocalItem(
  needs: FinishLocalItem,
  { run, item }: Pick<ItemToFinish, 'run' | 'item'>,
): Promise<ItemOutcome> {
  const { userId, identifiedBy, office, accessMethod, whereabouts = {} } = run
  const { signerId, value } = item
  const attemptKey = attemptKeyOf(item)
  const order = { userId, identifiedBy, office, accessMethod, whereabouts, signerId, value, attemptKey }
  return settleItem(needs, { run, item }, (reach) => needs.completeLocally(order, reach))
}
