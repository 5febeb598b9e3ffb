/** Acts on many sent documents at once, each document for itself. */
import type { RequestEnd } from '../../keyed-requests.ts'
import type { Owner } from '../../owner.ts'
import type { PersonReference, Watcher } from '../ports.ts'

export type BulkAct = 'remind' | 'withdraw' | 'extend' | 'replace' | 'download'
/** What of a document a download has. */
export type BulkFile = 'signed' | 'original' | 'attachments'

/** All files of a download together, in bytes. */
export const MOST_ARCHIVE_BYTES = 512 * 1024 * 1024

export interface BulkOrder {
  readonly act: BulkAct
  /** Each once, in the order of their results. */
  readonly documentIds: readonly string[]
  /** Of a withdrawal, or to who is replaced; empty for none. */
  readonly reason: string
  /** Of an extension. */
  readonly deadline: Date | null
  /** Of a download. */
  readonly files: readonly BulkFile[]
  /** Who signs in the place of whom. */
  readonly replacement: BulkReplacement | null
}

export interface BulkReplacement {
  /** User id of who has not signed; they may be no active person any more. */
  readonly signer: string
  readonly successor: PersonReference
}

export interface BulkItem {
  /** From 0. */
  readonly place: number
  readonly documentId: string
  readonly state: 'waiting' | 'done' | 'refused'
  readonly code: string | null
}

/** An item as its owner sees it. */
export interface BulkResult extends BulkItem {
  /** Null where the owner does not see the document. */
  readonly fileName: string | null
}

export interface Bulk extends Omit<BulkOrder, 'documentIds'> {
  readonly id: string
  readonly createdAt: Date
  readonly endedAt: Date | null
  readonly results: readonly BulkResult[]
}

export interface NewBulk extends BulkOrder {
  readonly id: string
  readonly owner: Owner
  readonly at: Date
  readonly expiresAt: Date
  readonly end: RequestEnd | undefined
}

/** The right to go on with a bulk act, as long as nobody else has taken it. */
export interface BulkHold {
  readonly id: string
  readonly turn: string
}

export interface HeldBulk extends BulkHold, Omit<BulkOrder, 'documentIds'> {
  readonly owner: Owner
}

export interface BulkOutcome extends Pick<BulkItem, 'place'> {
  readonly state: 'done' | 'refused'
  readonly code: string | null
  /** Of the files of a download. */
  readonly bytes: number
}

export interface WaitingItem extends Pick<BulkItem, 'place' | 'documentId'> {
  /** How often it has failed. */
  readonly tries: number
  /** Of the documents of a download that are done. */
  readonly bytes: number
}

export interface BulkStore {
  /** All rows, its job and the end of the request in one transaction. */
  insert(bulk: NewBulk): Promise<void>
  /** Undefined for somebody else's, too. */
  find(watcher: Watcher, id: string, at: Date): Promise<Bulk | undefined>
  /** @returns undefined where it has ended, or somebody works on it */
  hold(id: string, times: { readonly at: Date; readonly until: Date }): Promise<HeldBulk | undefined>
  /** Somebody else may go on with it at once. */
  release(hold: BulkHold, at: Date): Promise<void>
  /** The next document without a result. */
  next(hold: BulkHold): Promise<WaitingItem | undefined>
  countTry(hold: BulkHold, place: number): Promise<void>
  /** @returns false where somebody else has taken it over */
  settle(hold: BulkHold, outcome: BulkOutcome, until: Date): Promise<boolean>
  end(hold: BulkHold, at: Date): Promise<void>
  /** Those that nobody works on, the longest first. */
  abandoned(at: Date, most: number): Promise<string[]>
  /** Bytes of the files of a document. */
  sizeOf(documentId: string, files: readonly BulkFile[]): Promise<number>
}
