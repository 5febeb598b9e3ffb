import type { Client } from '@rubrica/contract'

export type PendingDocumentsPage = Awaited<ReturnType<Client['pendingDocuments']>>
/** A document that waits for the signature of the person, as its row of the list says. */
export type PendingDocument = PendingDocumentsPage['List'][number]
