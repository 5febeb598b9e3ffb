import type { Client } from '@rubrica/contract'
import type { Decided } from './decided.ts'

export type PendingDocumentsPage = Awaited<ReturnType<Client['pendingDocuments']>>
/** A document that waits for the signature of the person, as its row of the list says. */
export type PendingDocument = PendingDocumentsPage['List'][number]

/** A document that somebody opens: it waits for their signature, or they have signed or rejected it. */
export type OpenedDocument = PendingDocument & Partial<Decided>
