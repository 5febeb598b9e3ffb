/** Signing runs: many documents that a person authorises once, and that the server signs to their end by itself. */
import type { AccessMethod, RunItemState, RunState } from '@rubrica/domain'
import type { Acting } from '../../sessions/ports.ts'
import type { WhatIsSigned, Whereabouts } from '../ports.ts'

export type ItemCounts = Readonly<Record<RunItemState, number>>

/** What a run signs with. */
export interface KeyOfRun {
  /** Undefined where a certificate is made for each signature, or is on the person's PC. */
  readonly certificateId: string | undefined
  /** Of the provider that makes them, or LOCAL_TYPE. */
  readonly certType: string | undefined
}

export interface SigningRun extends Acting, KeyOfRun {
  readonly id: string
  readonly accessMethod: AccessMethod
  readonly confirmedHolder: string | undefined
  /** What the browser was told of where its person is, who signs with their PC. */
  readonly whereabouts: Whereabouts | undefined
  readonly state: RunState
  /** Nothing more is begun until its person says so. */
  readonly paused: boolean
  /** Why it was stopped, waits for its person again, or is tried again. */
  readonly code: string | null
  readonly createdAt: Date
  /** The last time that the person authorised it. */
  readonly authorisedAt: Date | null
  readonly endedAt: Date | null
  /** When what is prepared or authorised is given up. */
  readonly expiresAt: Date
}

/** What the person is asked to confirm at this moment. */
export interface AskedItem {
  readonly position: number
  readonly signerId: string
  readonly fileName: string | null
  readonly errandId: string
}

export interface CountedRun extends SigningRun {
  readonly counts: ItemCounts
  readonly asked: AskedItem | undefined
}

export interface NewItem {
  readonly signerId: string
  /** Digest of the terms that the person has agreed to. */
  readonly acceptedDisclaimer: string | undefined
  readonly acceptChanges: boolean
}

/** A value that there was before its run, with what it was made for. */
export interface GivenValue {
  readonly value: Uint8Array
  /** SHA-256 over the bytes that are signed. */
  readonly documentDigest: Uint8Array
  readonly baseRevision: number
}

export interface ItemOfNewRun extends NewItem {
  /** With a code where the value that was given is none. */
  readonly given?: GivenValue | { readonly code: string }
}

export interface NewRun extends Acting, KeyOfRun {
  readonly id: string
  /** The same key gives the same run. */
  readonly key: string | undefined
  /** `needs-person` where nothing is prepared ahead, `finishing` where the values are there. */
  readonly state: 'preparing' | 'needs-person' | 'finishing'
  readonly accessMethod: AccessMethod
  readonly confirmedHolder: string | undefined
  readonly whereabouts?: Whereabouts
  readonly items: readonly ItemOfNewRun[]
  readonly at: Date
  readonly expiresAt: Date
}

/** One document of a run, as its person sees it. */
export interface RunItem {
  /** From 1, in the order in which the person gave them. */
  readonly position: number
  readonly signerId: string
  /** Null for a document that is not there for this person. */
  readonly documentId: string | null
  readonly fileName: string | null
  readonly state: RunItemState
  readonly code: string | null
  readonly endedAt: Date | null
}

export interface ReceiptRow extends RunItem {
  /** The one that the signature made; null where there is none. */
  readonly revision: number | null
  /** SHA-256 of that revision, in hex. */
  readonly digest: string | null
  /** Serial number of the certificate. */
  readonly serialNumber: string | null
}

/** What came of each document of a run. */
export interface Receipt {
  readonly run: Pick<SigningRun, 'createdAt' | 'endedAt'>
  readonly person: ReceiptReader
  readonly rows: readonly ReceiptRow[]
  /** When it was asked for. */
  readonly at: Date
}

export interface ReceiptReader {
  readonly name: string
  /** Their language; empty where it is not known. */
  readonly language: string
}

/** @returns a PDF */
export type WriteReceiptPages = (receipt: Receipt) => Uint8Array

export interface ItemQuery {
  readonly states: readonly RunItemState[] | undefined
  /** Position of the last one of the page before, or 0. */
  readonly after: number
  readonly most: number
}

/** What a key needs to make the value of an item. */
export interface ItemToSign extends WhatIsSigned {
  readonly id: string
}

export interface ItemValue {
  readonly id: string
  readonly value: Uint8Array
}

/** From when, and until when at most values are kept. */
export interface ValueLife {
  readonly at: Date
  readonly until: Date
}

export interface RunMove {
  readonly to: 'paused' | 'going-on' | 'stopped'
  readonly at: Date
}

/** What a person does with their own runs. */
export interface RunStore {
  /**
   * Documents of another person, and those of a run that was authorised and is not over, are items that have failed. Runs
   * of some of these documents that nobody has authorised are stopped.
   */
  insert(run: NewRun): Promise<CountedRun>
  find(userId: string, runId: string): Promise<CountedRun | undefined>
  /** The newest first. */
  list(userId: string, most: number): Promise<CountedRun[]>
  items(userId: string, runId: string, query: ItemQuery): Promise<RunItem[]>
  /** All documents of a run, with what the signatures have made. */
  receipt(runId: string): Promise<ReceiptRow[]>
  /** Whose run it is. */
  personOf(runId: string): Promise<ReceiptReader>
  /** What is prepared and has no value. */
  itemsToSign(runId: string): Promise<ItemToSign[]>
  /**
   * Keeps the values, sealed, and lets the run finish: all or nothing.
   * @returns false when it does not wait for its person any more
   */
  authorise(runId: string, values: readonly ItemValue[], life: ValueLife): Promise<boolean>
  /** Has the person confirm one document after another. @returns false when the run does not wait for them any more */
  beginConfirming(runId: string, at: Date): Promise<boolean>
  /** @returns false when it is over */
  move(userId: string, runId: string, move: RunMove): Promise<boolean>
}

/** The right to work on a run, as long as nobody else has taken it. */
export interface RunHold {
  readonly id: string
  readonly turn: string
}

export interface HeldRun extends SigningRun, RunHold {
  /** Code that says why it ends: its person has ended their sessions since, or stands in no more. */
  readonly unwanted: string | undefined
}

export interface QueuedItem extends NewItem {
  readonly id: string
  /** Of its document as it is now. */
  readonly bytes: number
}

export interface PreparedItem extends ItemToSign {
  /** SHA-256 over the bytes that are signed. */
  readonly documentDigest: Uint8Array
  readonly baseRevision: number
}

/** What cannot be signed. */
export interface RefusedItem {
  readonly id: string
  readonly code: string
}

export interface PreparedOfRun extends QueuedItem {
  readonly documentDigest: Uint8Array
}

export interface ValuedItem extends PreparedOfRun {
  readonly value: Uint8Array
  readonly baseRevision: number
  /** Times that it failed for a reason that passes. */
  readonly tries: number
}

export type UnsignedOutcome =
  | { readonly state: 'moved-on' }
  | { readonly state: 'failed'; readonly code: string }
  /** Its value is kept. */
  | { readonly state: 'again'; readonly code: string; readonly notBefore: Date }

export type ItemOutcome = 'signed' | UnsignedOutcome

export interface SettledItem {
  readonly id: string
  readonly outcome: UnsignedOutcome
  readonly at: Date
}

export interface RunEnd {
  readonly code: string
  readonly at: Date
  /** Nobody is at work on what was begun: it has been signed, or it will not be. */
  readonly alsoBegun: boolean
}

/** Those that look at what is confirmed elsewhere keep none of the others waiting. */
export type WorkedOn = readonly ('preparing' | 'finishing' | 'confirming')[]

/** For who works on runs. Whatever changes one names its hold, and does nothing once somebody else has it. */
export interface RunWork {
  /** Takes up to `most` runs in these states in which something is to be done. */
  take(times: { readonly at: Date; readonly until: Date }, most: number, states: WorkedOn): Promise<HeldRun[]>
  renew(hold: RunHold, until: Date): Promise<void>
  /** @param dueAt nobody looks at it before */
  release(hold: RunHold, dueAt: Date): Promise<void>
  queued(hold: RunHold): Promise<QueuedItem[]>
  keepPrepared(hold: RunHold, items: readonly PreparedItem[]): Promise<void>
  refuse(hold: RunHold, item: RefusedItem, at: Date): Promise<void>
  /** Once nothing is queued: the run waits for its person, or is done. */
  endPreparing(hold: RunHold, times: { readonly at: Date; readonly until: Date }): Promise<void>
  /** Items that a process which has died had begun to finish. */
  begun(hold: RunHold): Promise<ValuedItem[]>
  /** Begins to finish the next items. @returns none when none is due, or the run is paused, stopped or not wanted */
  begin(hold: RunHold, at: Date, most: number): Promise<ValuedItem[]>
  /** Destroys the values of what was signed. @param ids of the items */
  settleSigned(hold: RunHold, ids: readonly string[], at: Date): Promise<void>
  /** The same for one that was not signed; where it will not be, the log of its document says so. */
  settle(hold: RunHold, settled: SettledItem): Promise<void>
  /**
   * Once nothing waits to be finished: what has moved on, or was not finished while its value was kept, is queued anew,
   * what has no value waits for the person again, or the run is done.
   * @param code why no value could be made
   */
  endFinishing(hold: RunHold, at: Date, code: string | null): Promise<void>
  /** Takes a run that waits for its person, who is there. @returns undefined when it does not, or somebody has it */
  takeForPerson(runId: string, times: { readonly at: Date; readonly until: Date }): Promise<HeldRun | undefined>
  /** What was authorised is finished from now on. @param first its first value, if there is one */
  beginFinishing(hold: RunHold, life: ValueLife, first: ItemValue | undefined): Promise<void>
  /** The next item that has no value. @returns undefined when there is none, or the run is paused, stopped or not wanted */
  nextPrepared(hold: RunHold): Promise<PreparedOfRun | undefined>
  keepValue(hold: RunHold, value: ItemValue, until: Date): Promise<void>
  /** What was prepared of this item is not there any more. */
  prepareAnew(hold: RunHold, item: Pick<PreparedOfRun, 'id'>): Promise<void>
  /** Whether it is still this hold's, and goes on. */
  isHeld(hold: RunHold): Promise<boolean>
  /** Ends it: destroys all values. */
  stop(hold: RunHold, end: RunEnd): Promise<void>
}
