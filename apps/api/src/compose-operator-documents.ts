/** What an operator may do with a document, whoever sent it. */
import { PortalError } from '@rubrica/domain'
import { DatabaseSendingStore } from './adapters/database/sending-store.ts'
import { tellNobody } from './adapters/jobs/tell-people.ts'
import type { Foundation } from './compose-foundation.ts'
import { cancelDocument } from './modules/sending/cancel-document.ts'
import { fetchSentDocument, followDocument } from './modules/sending/follow-document.ts'

/** Every call throws PortalError DOCUMENT_NOT_FOUND for an id that no document has. */
export function documentsOfAll({ database, bytes, now }: Foundation) {
  const store = new DatabaseSendingStore(database, tellNobody)
  const senderOf = async (documentId: string) => {
    const sender = await store.senderOf(documentId)
    if (sender) return sender
    throw new PortalError('DOCUMENT_NOT_FOUND', `There is no document ${documentId}.`)
  }
  return {
    documentStatus: async (documentId: string) => followDocument(store, await senderOf(documentId), documentId),
    fetchDocument: async (documentId: string) =>
      fetchSentDocument({ store, bytes }, { sender: await senderOf(documentId), documentId }),
    cancelDocument: async (documentId: string, reason: string) =>
      cancelDocument(store, { sender: await senderOf(documentId), documentId, reason, at: now() }),
  }
}
