import type { PendingDocumentStore, SignerProgress } from './ports.ts'
import { isOpen, noLongerAvailable, requireStanding } from './require-standing.ts'

/**
 * Who signs a document and how far each is.
 * @throws {PortalError} DOCUMENT_NO_LONGER_AVAILABLE once the document is over for this signer (spec §8)
 */
export async function describeDocument(
  { store, now }: { readonly store: PendingDocumentStore; readonly now: () => Date },
  userId: string,
  documentId: string,
): Promise<{ uploadTime: Date; signers: readonly SignerProgress[] }> {
  const standing = await requireStanding(store, userId, documentId)
  if (!isOpen(standing, now())) throw noLongerAvailable()
  return store.progress(documentId)
}
