import type { PendingDocumentStore, SignerProgress } from './ports.ts'
import { isOpen, noLongerAvailable, requireStanding } from './require-standing.ts'

/**
 * Who signs a document and how far each is. Who has signed it may go on looking at it.
 * @throws {PortalError} DOCUMENT_NO_LONGER_AVAILABLE once the document ended for this signer without their signature
 *   (spec §8)
 */
export async function describeDocument(
  { store, now }: { readonly store: PendingDocumentStore; readonly now: () => Date },
  userId: string,
  documentId: string,
): Promise<{ uploadTime: Date; signers: readonly SignerProgress[] }> {
  const standing = await requireStanding(store, userId, documentId)
  if (standing.state !== 'signed' && !isOpen(standing, now())) throw noLongerAvailable()
  return store.progress(documentId)
}
