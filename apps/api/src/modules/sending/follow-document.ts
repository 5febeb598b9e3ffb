import { PortalError } from '@rubrica/domain'
import type { DocumentBytes, WhichBytes } from '../pending-documents/ports.ts'
import type { Sender, SendingStore, SentDocument } from './ports.ts'

/** How far a document is. @throws {PortalError} DOCUMENT_NOT_FOUND, also for one that somebody else sent */
export async function followDocument(store: SendingStore, sender: Sender, documentId: string): Promise<SentDocument> {
  const document = await store.find(sender, documentId)
  if (!document) throw new PortalError('DOCUMENT_NOT_FOUND', 'This client sent no such document.')
  return document
}

/** The document with the signatures it has so far. */
export async function fetchSentDocument(
  ports: { readonly store: SendingStore; readonly bytes: DocumentBytes },
  { sender, documentId, onLength }: { sender: Sender; documentId: string } & Pick<WhichBytes, 'onLength'>,
): Promise<{ fileName: string; bytes: Uint8Array }> {
  const { fileName } = await followDocument(ports.store, sender, documentId)
  const { bytes } = await ports.bytes.load(documentId, { onLength })
  return { fileName, bytes }
}
