import type { DocumentBytes, PendingDocumentStore, WhichBytes } from './ports.ts'
import { requireStanding } from './require-standing.ts'

export interface DownloadPorts {
  readonly store: Pick<PendingDocumentStore, 'standing' | 'recordDownload'>
  readonly bytes: DocumentBytes
  readonly now: () => Date
}

/** The document as it is now, with the signatures it has so far. The log is written before the answer is sent. */
export async function downloadDocument(
  ports: DownloadPorts,
  { userId, documentId, onLength }: { userId: string; documentId: string } & Pick<WhichBytes, 'onLength'>,
): Promise<{ bytes: Uint8Array; fileName: string }> {
  const standing = await requireStanding(ports.store, userId, documentId)
  const { bytes } = await ports.bytes.load(documentId, { revision: standing.revision, onLength })
  await ports.store.recordDownload(standing, ports.now())
  return { bytes, fileName: standing.fileName }
}
