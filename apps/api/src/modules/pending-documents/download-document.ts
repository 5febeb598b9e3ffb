import type { DocumentBytes, PendingDocumentStore } from './ports.ts'
import { requireStanding } from './require-standing.ts'

/** The document as it is now, with the signatures it has so far. */
export async function downloadDocument(
  ports: { store: Pick<PendingDocumentStore, 'standing'>; bytes: DocumentBytes },
  userId: string,
  documentId: string,
): Promise<{ bytes: Uint8Array; fileName: string }> {
  const standing = await requireStanding(ports.store, userId, documentId)
  const { bytes } = await ports.bytes.load(documentId)
  return { bytes, fileName: standing.fileName }
}
