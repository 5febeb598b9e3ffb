import type { DocumentBytes, PendingDocumentStore } from './ports.ts'
import { requireStanding } from './require-standing.ts'

export interface DownloadPorts {
  readonly store: Pick<PendingDocumentStore, 'standing' | 'recordDownload'>
  readonly bytes: DocumentBytes
  readonly now: () => Date
}

/** The document as it is now, with the signatures it has so far. The log is written before the answer is sent. */
export async function downloadDocument(
  ports: DownloadPorts,
  userId: string,
  documentId: string,
): Promise<{ bytes: Uint8Array; fileName: string }> {
  const standing = await requireStanding(ports.store, userId, documentId)
  const { bytes } = await ports.bytes.load(documentId, standing.revision)
  await ports.store.recordDownload(standing, ports.now())
  return { bytes, fileName: standing.fileName }
}
