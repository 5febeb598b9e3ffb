/** What was sent, as lists of it and what happened to it are told. */
import type { DocumentState, MailSubject } from '@rubrica/domain'
import type { SentFilters } from '../filters/ports.ts'
import type { SentMail, Watcher } from '../ports.ts'

/** The last document of the page before: what follows is older, or as old with a smaller id. */
export type SentPlace = Pick<SentItem, 'id' | 'microseconds'>

export interface SentQuery {
  readonly watcher: Watcher
  readonly filters: SentFilters
  readonly after: SentPlace | undefined
  /** One more than a page shows says whether there is another. */
  readonly most: number
}

/** Somebody for whom a document waits. */
export interface AwaitedPerson {
  readonly name: string
  readonly isApprover: boolean
  /** Since when it is their turn. */
  readonly since: Date
}

export interface SentItem {
  readonly id: string
  readonly dispatchId: string
  readonly fileName: string
  readonly tags: readonly string[]
  readonly state: DocumentState
  readonly uploadedAt: Date
  /** The same since 1970, as exact as the database knows it. */
  readonly microseconds: string
  readonly deadline: Date | null
  readonly endedAt: Date | null
  readonly signed: number
  readonly signers: number
  /** Signers who wait for the sender's word on passing on. */
  readonly questions: number
  /** Those who can act now; empty when it is over. */
  readonly awaited: readonly AwaitedPerson[]
  readonly lastEvent: { readonly type: string; readonly at: Date }
}

export interface EventQuery {
  /** Sequence of the last event of the page before, or 0. */
  readonly after: number
  readonly most: number
}

export interface SentEvent {
  readonly sequence: number
  readonly type: string
  readonly at: Date
  /** Whom it is about, where it is about somebody. */
  readonly person: { readonly userId: string; readonly name: string } | null
  readonly reason: string | null
  /** Of an event in which the sender changed something. */
  readonly changes: readonly SentChange[]
}

/** Something that was changed; people by their names, other things as they were logged. */
export interface SentChange {
  readonly what: string
  /** Whose it is, where it is a signer's. */
  readonly person: string | null
  readonly before: string | null
  readonly after: string | null
}

/** The last mail of the page before. */
export type MailPlace = Pick<MailToPerson, 'id' | 'microseconds'>

export interface MailQuery {
  readonly after: MailPlace | undefined
  readonly most: number
}

/** A mail to somebody on a document, and what became of it. */
export interface MailToPerson {
  readonly id: string
  readonly about: MailSubject
  /** Who was written to, where they are on the document still. */
  readonly person: { readonly userId: string; readonly name: string } | null
  readonly at: Date
  /** The same since 1970, as exact as the database knows it. */
  readonly microseconds: string
  /** The first answer first; none until the first try ends. */
  readonly answers: readonly SentMail[]
}

export interface SentStore {
  /** The newest first. */
  search(query: SentQuery): Promise<SentItem[]>
  /** What happened to a document, the oldest first; undefined when the watcher does not see it. */
  eventsOf(watcher: Watcher, documentId: string, query: EventQuery): Promise<SentEvent[] | undefined>
  /** What became of the mails about a document, the oldest first; undefined when the watcher does not see it. */
  mailsOf(watcher: Watcher, documentId: string, query: MailQuery): Promise<MailToPerson[] | undefined>
}
