/** What happened to a document, in the order of its life. */
export type AuditEventType =
  | 'document-sent'
  | 'page-served'
  | 'document-downloaded'
  | 'signature-started'
  | 'signature-failed'
  | 'document-signed'
  | 'document-rejected'
  | 'document-completed'
  | 'document-expired'
  | 'document-cancelled'

/**
 * One event to be chained to a document's log, in the same transaction as the change it tells of.
 * `facts` are kept for ever; `personal` values sit behind salted commitments, so that they can be
 * erased without breaking the chain.
 */
export interface AuditEntry {
  documentId: string
  subscriptionId: string
  type: AuditEventType
  at: Date
  facts: Readonly<Record<string, string | number | boolean | null>>
  personal?: Readonly<Record<string, string>>
}

/** An event as it is stored. */
export interface StoredAuditEvent {
  readonly documentId: string
  readonly sequence: number
  readonly canonical: string
  readonly previousHash: Uint8Array | null
  readonly hash: Uint8Array
}

/** The end of a document's chain, as its own row remembers it. */
export interface AuditChainEnd {
  readonly documentId: string
  readonly sequence: number
  readonly hash: Uint8Array | null
}

export interface AuditFinding {
  readonly documentId: string
  readonly sequence: number
  readonly problem: 'missing' | 'changed' | 'unchained' | 'cut-off' | 'personal-data-changed'
}

export interface AuditReader {
  chainEnds(): AsyncIterable<AuditChainEnd>
  /** In the order of their sequence. */
  events(documentId: string): Promise<StoredAuditEvent[]>
  /** Commitments whose stored value no longer matches them; erased ones do not count. */
  brokenCommitments(documentId: string): Promise<Uint8Array[]>
}
