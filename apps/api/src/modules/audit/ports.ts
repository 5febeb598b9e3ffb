import type { FindNodes, TreeNode } from '@rubrica/evidence-file/log'
import type { AuditedRows } from './rows/ports.ts'

/** What happened to a document, in the order of its life. */
export type AuditEventType =
  | 'document-sent'
  | 'document-downloaded'
  | 'signature-started'
  | 'signature-failed'
  | 'signature-value-destroyed'
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
  | 'signer-passed-on'
  | 'passing-asked'
  | 'passing-declined'
  | 'passing-withdrawn'
  | 'person-reminded'
  | 'escalation-told'
  | 'guest-proved'
  | 'guest-became-account'
  | 'signing-link-opened'
  | 'verification-changed'

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

/** Stands in the place of a document's id for the log of the installation; no document has it. */
export const INSTALLATION = '00000000-0000-0000-0000-000000000000'

/** The end of a document's chain, as its own row remembers it. */
export interface AuditChainEnd {
  readonly documentId: string
  readonly sequence: number
  readonly hash: Uint8Array | null
}

/** What can be wrong with a chain of events, whatever they are about. */
export type ChainProblem = 'missing' | 'changed' | 'unchained' | 'cut-off' | 'personal-data-changed' | 'sealed-end-lost'

export interface AuditFinding {
  readonly documentId: string
  readonly sequence: number
  readonly problem:
    | ChainProblem
    // An event says that the document was deleted, with other ends than those that were sealed.
    | 'deletion-disagrees'
    | 'row-disagrees'
  /** The row that is not as the events say, `signers 0d2c8a51-…`; the sequence is that of the chain's end then. */
  readonly row?: string
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
  /** The same of some; those that are gone are left out. */
  documentsOf(ids: readonly string[]): Promise<readonly AuditedDocument[]>
  /** Ids of about so many documents of all subscriptions, others each time. */
  someDocuments(about: number): Promise<readonly { readonly id: string; readonly subscriptionId: string }[]>
}

/** How far the log of a subscription was verified: nothing of it, to begin with. */
export interface VerifiedSoFar {
  /** Moment of the newest head that was verified, with the tree up to it. */
  readonly until: string | undefined
  /** Leaves of the log whose documents were verified. */
  readonly position: number
}

export interface AuditProgress {
  of(subscriptionId: string): Promise<VerifiedSoFar>
  /** Moves on, never back. */
  keep(subscriptionId: string, verified: VerifiedSoFar): Promise<void>
}

/** A chain's end that a head stands for. */
export interface SealedEnd {
  readonly documentId: string
  readonly sequence: number
  readonly hash: Uint8Array
}

/** An end as it stands in the log. */
export interface LogLeaf extends SealedEnd {
  /** Sequence of the document's leaf before; null for its first. */
  readonly before: number | null
}

export interface LeafRange {
  readonly from?: number
  readonly to?: number | undefined
}

/** The tree of the log lacks a node that it must have. */
export class LogNodeMissing extends Error {
  override readonly name = 'LogNodeMissing'
}

/** What one subscription's log was at a moment, in one signed sentence. */
export interface AuditHead {
  /** ISO 8601: the moment up to which the log was due to be sealed. */
  readonly until: string
  readonly subscriptionId: string
  /** Canonical JSON of what is signed: moment, subscription, counts, the tree, the head before. */
  readonly canonical: string
  /** SHA-256 of `canonical`; the next head repeats it. */
  readonly hash: Uint8Array
  /** ECDSA over `canonical` with P-256 and SHA-256, DER. */
  readonly signature: Uint8Array
  readonly keyId: string
  /** RFC 3161 token (DER) over `canonical`; null until an authority gave one. */
  readonly token: Uint8Array | null
}

/** The append-only log of a subscription whose leaves are all ends that ever were sealed. */
export interface GrowingLog {
  /** How many leaves its tree had before. */
  readonly size: number
  readonly find: FindNodes
  /** Of nodes that are complete. */
  readonly keep: (nodes: readonly TreeNode[]) => Promise<void>
  /** The leaves that are new, in their order. */
  readonly appended: AsyncIterable<LogLeaf>
}

/** What a log has more than at the head before; the log of the installation is in neither. */
export interface GrownLog {
  readonly documents: number
  readonly events: number
}

export interface HeadToMake {
  /** Since the head before; of a log without leaves, all. */
  readonly grown: GrownLog
  readonly previous: AuditHead | undefined
  readonly log: GrowingLog
}

export interface AuditHeadStore {
  /** Ids of all subscriptions. */
  subscriptions(): Promise<string[]>
  /**
   * Moves the subscription's sealed ends on to where its chains are now, appends those that moved to its log, and stores
   * the head that `make` returns, in one transaction and once for all replicas. An end that its chain does not contain
   * any more stays what it was, as does that of a document which is gone: what was sealed once is asked for ever after.
   * @returns false, and changes nothing, when it is sealed up to that moment or a later one.
   */
  seal(
    which: { until: string; subscriptionId: string; at: Date },
    make: (head: HeadToMake) => Promise<Omit<AuditHead, 'until' | 'subscriptionId' | 'token'>>,
  ): Promise<boolean>
  /** The newest head of each subscription, where it has no token. */
  newestWithoutToken(): Promise<AuditHead[]>
  /** Unless it has one by now. */
  keepToken(head: AuditHead, token: Uint8Array): Promise<void>
  /** From the oldest to the newest, beginning with the one of a moment where it is given. */
  heads(subscriptionId: string, since?: string): Promise<AuditHead[]>
  /** Those that the newest head stands for, in the order of document ids. */
  ends(subscriptionId: string): AsyncIterable<SealedEnd>
  /** How many kept ends are not the last leaf of their document, and documents of the log without one. */
  strayEnds(subscriptionId: string): Promise<number>
  /** The leaves of the log, in their order: all, or those from one position to before another. */
  leaves(subscriptionId: string, range?: LeafRange): AsyncIterable<LogLeaf>
  /** @throws {LogNodeMissing} */
  findNodes(subscriptionId: string): FindNodes
  /** The last leaf of a document; undefined where none is in the log yet. */
  lastLeafOf(documentId: string): Promise<PlacedLeaf | undefined>
  /**
   * Ends and leaves that no document has in its chain, nor the installation, each once, by document and sequence.
   * @param documentIds only theirs, where they are given
   */
  lostEnds(subscriptionId: string, documentIds?: readonly string[]): Promise<SealedEnd[]>
}

/** Heads as strangers ask for them: those of a tree alone, which can be compared. */
export interface PublicHeadStore {
  /** From the oldest to the newest, beginning with the one of a moment or the next after it. */
  headsFrom(subscriptionId: string, page: { since: Date | undefined; limit: number }): Promise<AuditHead[]>
  newestHead(subscriptionId: string): Promise<AuditHead | undefined>
  /** Whether there is a head for a tree of each of these sizes. */
  haveHeads(subscriptionId: string, sizes: readonly number[]): Promise<boolean>
  /** @throws {LogNodeMissing} */
  findNodes(subscriptionId: string): FindNodes
}

/** A leaf of the log, where it stands there. */
export interface PlacedLeaf extends SealedEnd {
  readonly subscriptionId: string
  /** From 0. */
  readonly position: number
}

/** Gives an RFC 3161 token (DER) over a message. */
export type HeadTimestamp = (message: Uint8Array) => Promise<Uint8Array>

export interface HeadSigner {
  /** Opens the key once for many heads; the first time, it is made. */
  open(): Promise<(canonical: string) => { keyId: string; signature: Uint8Array }>
  /** Whether a key of this installation made the signature. */
  isSigned(head: AuditHead): Promise<boolean>
  /** PEM, or nothing for a key that is not this installation's. */
  publicKey(keyId: string): Promise<string | undefined>
}

export interface HeadFinding {
  readonly until: string
  readonly subscriptionId: string
  readonly problem:
    | 'head-changed'
    | 'head-unsigned'
    | 'head-unchained'
    | 'head-timestamp-invalid'
    | 'sealed-ends-changed'
    | 'log-changed'
    // Of heads that somebody kept.
    | 'kept-unreadable'
    | 'log-cut'
    | 'log-forked'
    | 'head-signed-anew'
}

/** A part of the log that was verified. */
export interface VerifiedPart {
  readonly documents: number
  readonly findings: readonly AuditFinding[]
  readonly headFindings: readonly HeadFinding[]
}
