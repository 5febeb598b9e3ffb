import { PortalError } from '@rubrica/domain'
import type { Cancellation, SendingStore } from './ports.ts'

/**
 * Withdraws a document. A signature that is being made at this moment either comes first, and with the last one there
 * is nothing to withdraw, or is not made at all.
 * @throws {PortalError} DOCUMENT_NOT_FOUND, also for one that somebody else sent; DOCUMENT_NO_LONGER_AVAILABLE when it
 *   is over
 */
export async function cancelDocument(store: SendingStore, cancellation: Cancellation): Promise<void> {
  const outcome = await store.cancel(cancellation)
  if (outcome === 'cancelled') return
  if (outcome === 'unknown') {
    throw new PortalError('DOCUMENT_NOT_FOUND', 'There is no such document among those that you sent.')
  }
  throw new PortalError('DOCUMENT_NO_LONGER_AVAILABLE', 'The document was completed, rejected or ended before.')
}
