import { PortalError } from '@rubrica/domain'
import type { DocumentBytes, WhichBytes } from '../pending-documents/ports.ts'
import type { SendingStore, SentDocument, Watcher } from './ports.ts'
import type { EventQuery, MailQuery, MailToPerson, SentEvent, SentStore } from './sent/ports.ts'

const unknown = () => new PortalError('DOCUMENT_NOT_FOUND', 'There is no such document among those that you sent.')

/** How far a document is. @throws {PortalError} DOCUMENT_NOT_FOUND, also for one that somebody else sent */
export async function followDocument(store: SendingStore, watcher: Watcher, documentId: string): Promise<SentDocument> {
  const document = await store.find(watcher, documentId)
  if (!document) throw unknown()
  return document
}

interface WhichFile extends Pick<WhichBytes, 'onLength'> {
  readonly watcher: Watcher
  readonly documentId: string
  readonly isOriginal?: boolean
}

/** The document with the signatures it has so far, or as it came. */
export async function fetchSentDocument(
  ports: { readonly store: SendingStore; readonly bytes: DocumentBytes },
  { watcher, documentId, isOriginal, onLength }: WhichFile,
): Promise<{ fileName: string; bytes: Uint8Array }> {
  const { fileName } = await followDocument(ports.store, watcher, documentId)
  const { bytes } = await ports.bytes.load(documentId, { onLength, ...(isOriginal === true && { revision: 0 }) })
  return { fileName, bytes }
}

/** What happened to a document, the oldest first. @throws {PortalError} DOCUMENT_NOT_FOUND */
export async function followEvents(
  store: Pick<SentStore, 'eventsOf'>,
  { watcher, documentId, ...query }: { watcher: Watcher; documentId: string } & EventQuery,
): Promise<SentEvent[]> {
  const events = await store.eventsOf(watcher, documentId, query)
  if (!events) throw unknown()
  return events
}

/** What became of the mails about a document, the oldest first. @throws {PortalError} DOCUMENT_NOT_FOUND */
export async function followMails(
  store: Pick<SentStore, 'mailsOf'>,
  { watcher, documentId, ...query }: { watcher: Watcher; documentId: string } & MailQuery,
): Promise<MailToPerson[]> {
  const mails = await store.mailsOf(watcher, documentId, query)
  if (!mails) throw unknown()
  return mails
}
