import { PortalError } from '@rubrica/domain'
import type { PendingDocumentStore, Rejection } from './ports.ts'
import { documentNotFound, noLongerAvailable } from './require-standing.ts'

/**
 * Rejects a document for everybody. Of several at once one succeeds.
 * @throws {PortalError} DOCUMENT_NOT_FOUND; DOCUMENT_NO_LONGER_AVAILABLE when it is over; DOCUMENT_BUSY while this
 *   very signer's signature is being made, because whether there is still something to reject is not known yet
 */
export async function rejectDocument(store: PendingDocumentStore, rejection: Rejection): Promise<void> {
  const outcome = await store.reject(rejection)
  switch (outcome) {
    case 'rejected':
      return
    case 'unknown':
      throw documentNotFound()
    case 'busy':
      throw new PortalError('DOCUMENT_BUSY', 'The document is being signed at this moment.')
    case 'ended':
      throw noLongerAvailable()
  }
}
