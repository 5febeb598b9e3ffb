/** What happened to a document, in the order of its life. */
export type AuditEventType =
  | 'document-sent'
  | 'document-downloaded'
  | 'signature-started'
  | 'signature-failed'
  | 'document-signed'
  | 'document-approved'
  | 'document-rejected'
  | 'document-completed'
  | 'document-archived'
  | 'archive-failed'
  | 'document-expired'
  | 'document-cancelled'
  | 'document-changed'
  | 'signer-replaced'
  | 'person-reminded'
  | 'guest-proved'
  | 'guest-became-account'
  | 'signing-link-opened'

/**
 * One event to be chained to a document's log, in the same transaction as the change that it records.
 * `facts` are kept for ever; `personal` values sit behind salted commitments, so that they can be erased without
 * breaking the chain.
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
  /** Type, moment (ISO 8601) and subscription as their own columns say, by which events are searched. */
  readonly type: string
  readonly at: string
  readonly subscriptionId: string
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
  readonly problem:
    'missing' | 'changed' | 'unchained' | 'cut-off' | 'personal-data-changed' | 'sealed-end-lost' | 'row-disagrees'
  /** The row that is not as the events say, `signers 0d2c8a51-…`; the sequence is that of the chain's end then. */
  readonly row?: string
}

/** The rows of a document that its events record; moments are ISO 8601, digests hexadecimal. */
export interface AuditedRows {
  readonly document: {
    readonly subscriptionId: string
    readonly state: string
    readonly clientId: string | null
    /** The person who sent it, where no program did. */
    readonly userId: string | null
    readonly pages: number
    readonly currentRevision: number
    readonly endedAt: string | null
    /** Counts the changes after sending, from 1. */
    readonly version: number
    readonly deadline: string | null
  }
  readonly revisions: readonly {
    readonly number: number
    readonly kind: string
    readonly digest: string
    readonly signerId: string | null
    readonly at: string
  }[]
  readonly signers: readonly AuditedPerson[]
  readonly approvers: readonly AuditedPerson[]
  readonly claims: readonly {
    readonly id: string
    readonly signerId: string
    readonly state: string
    readonly certificateId: string | null
    readonly accessMethod: string
    /** Of the certificate that signed; null where no row has it any more. */
    readonly certificateSerial: string | null
  }[]
  /** Of the long-term form, where there is a row of it. */
  readonly level: string | null
}

/** A signer or an approver. */
export interface AuditedPerson {
  readonly id: string
  readonly state: string
  readonly operatedAt: string | null
  readonly accessMethod: string | null
  /** Of the pages that were served to a signer; null for approvers. */
  readonly pagesDigest: string | null
}

export interface AuditedDocument {
  readonly end: AuditChainEnd
  /** In the order of their sequence. */
  readonly events: readonly StoredAuditEvent[]
  readonly rows: AuditedRows
  /** How many commitments have a stored value that no longer matches them; erased ones do not count. */
  readonly brokenCommitments: number
}

export interface AuditReader {
  /** Everything about one document is of the same moment. */
  documents(): AsyncIterable<AuditedDocument>
}

/** A chain's end that a head stands for. */
export interface SealedEnd {
  readonly documentId: string
  readonly sequence: number
  readonly hash: Uint8Array
}

/** What one subscription's log was at the end of a day, in one signed sentence. */
export interface AuditHead {
  /** `2026-01-31`: the last day that was over (UTC). */
  readonly day: string
  readonly subscriptionId: string
  /** Canonical JSON of what is signed: day, subscription, counts, the digest of all ends, the head before. */
  readonly canonical: string
  /** SHA-256 of `canonical`; the next head repeats it. */
  readonly hash: Uint8Array
  /** ECDSA over `canonical` with P-256 and SHA-256, DER. */
  readonly signature: Uint8Array
  readonly keyId: string
}

export interface HeadToMake {
  /** In the order of document ids. */
  readonly ends: AsyncIterable<SealedEnd>
  readonly previous: AuditHead | undefined
}

export interface AuditHeadStore {
  /** Ids of all subscriptions. */
  subscriptions(): Promise<string[]>
  /**
   * Moves the subscription's sealed ends on to where its chains are now and stores the head that `make` returns, in
   * one transaction and once for all replicas. An end that its chain does not contain any more stays what it was, as
   * does that of a document which is gone: what was sealed once is asked for ever after.
   * @returns false, and changes nothing, when that day or a later one is sealed.
   */
  seal(
    which: { day: string; subscriptionId: string; at: Date },
    make: (head: HeadToMake) => Promise<Omit<AuditHead, 'day' | 'subscriptionId'>>,
  ): Promise<boolean>
  /** From the oldest day to the newest. */
  heads(subscriptionId: string): Promise<AuditHead[]>
  /** Those that the newest head stands for, in the order of document ids. */
  ends(subscriptionId: string): AsyncIterable<SealedEnd>
  /** Ends that no document has in its chain. */
  lostEnds(subscriptionId: string): Promise<SealedEnd[]>
}

export interface HeadSigner {
  /** Opens the key once for many heads; the first time, it is made. */
  open(): Promise<(canonical: string) => { keyId: string; signature: Uint8Array }>
  /** Whether a key of this installation made the signature. */
  isSigned(head: AuditHead): Promise<boolean>
  /** PEM, or nothing for a key that is not this installation's. */
  publicKey(keyId: string): Promise<string | undefined>
}

export interface HeadFinding {
  readonly day: string
  readonly subscriptionId: string
  readonly problem: 'head-changed' | 'head-unsigned' | 'head-unchained' | 'sealed-ends-changed'
}
