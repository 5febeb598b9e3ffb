import type { DocumentState, Integrity } from '@rubrica/domain'

/** A copy is nothing to anybody but the person who has it. */
export interface CopyName {
  readonly userId: string
  readonly copyId: string
}

/** A document of which somebody has a copy. */
export interface DocumentCopy {
  readonly copyId: string
  readonly documentId: string
  readonly fileName: string
  readonly senderName: string
  readonly description: string
  readonly tag: string
  readonly uploadedAt: Date
  readonly deadline: Date | null
  /** Undefined while nobody has looked at its signatures. */
  readonly integrity: Integrity | undefined
  readonly state: DocumentState
  readonly endedAt: Date | null
  readonly givenAt: Date
}

/** Which bytes a copy is of: those of today. */
export interface CopyStanding {
  readonly copyId: string
  readonly documentId: string
  readonly subscriptionId: string
  readonly fileName: string
  readonly pageCount: number
  readonly revision: number
  /** SHA-256 of that revision, lower-case hex. */
  readonly digest: string
}

/** Each method answers undefined where the person has no such copy, or none any more. */
export interface CopyStore {
  find(name: CopyName): Promise<DocumentCopy | undefined>
  standing(name: CopyName): Promise<CopyStanding | undefined>
  /** Notes in the document's log that somebody took the file away. */
  recordDownload(standing: CopyStanding, at: Date): Promise<void>
}

/** Somebody who has a copy, as who sent the document sees them. */
export interface SentCopy {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly givenAt: Date
  /** When they were told that it is over; null as long as they were not. */
  readonly toldAt: Date | null
}
