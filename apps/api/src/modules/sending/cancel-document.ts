import { PortalError } from '@rubrica/domain'
import { callerOf } from '../owner.ts'
import { digestOf } from '../digest-of.ts'
import { keptUntil, runOnce, type RunOnce } from '../run-once.ts'
import type { Cancellation, SendingStore } from './ports.ts'

/**
 * Withdraws a document. A signature that is being made at this moment either comes first, and with the last one there
 * is nothing to withdraw, or is not made at all.
 * @throws {PortalError} DOCUMENT_NOT_FOUND, also for one that somebody else sent; DOCUMENT_NO_LONGER_AVAILABLE when it
 *   is over
 */
export async function cancelDocument(store: Pick<SendingStore, 'cancel'>, cancellation: Cancellation): Promise<void> {
  const outcome = await store.cancel(cancellation)
  if (outcome === 'cancelled') return
  if (outcome === 'unknown') {
    throw new PortalError('DOCUMENT_NOT_FOUND', 'There is no such document among those that you sent.')
  }
  throw new PortalError('DOCUMENT_NO_LONGER_AVAILABLE', 'The document was completed, rejected or ended before.')
}

export interface CancelOnce extends RunOnce {
  readonly store: Pick<SendingStore, 'cancel'>
}

/**
 * The same for a program that may repeat it.
 * @throws {PortalError} IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE, and as `cancelDocument`
 */
export function cancelOnce(
  ports: CancelOnce,
  { key, ...asked }: Omit<Cancellation, 'at' | 'end'> & { readonly key: string | undefined },
): Promise<void> {
  const { sender, documentId, reason } = asked
  const caller = callerOf(sender)
  const call = `POST /v1/documents/${documentId.toLowerCase()}/cancelled`
  const request = key === undefined || !caller ? undefined : { caller, key, call, digest: digestOf({ reason }) }
  return runOnce(ports, request, {
    act: (lease) => {
      const at = ports.now()
      const end = lease && { lease, answer: null, until: keptUntil(at) }
      return cancelDocument(ports.store, { ...asked, at, end })
    },
    replay: () => Promise.resolve(),
  })
}
