import type { Client } from '@rubrica/contract'

export type PendingDocumentsPage = Awaited<ReturnType<Client['pendingDocuments']>>
/** A document that waits for the signature of the person, as its row of the list says. */
export type PendingDocument = PendingDocumentsPage['List'][number]

/** A document that somebody opens: it waits for their signature, or they have signed it at that time. */
export type OpenedDocument = PendingDocument & { readonly OperationTime?: string }
