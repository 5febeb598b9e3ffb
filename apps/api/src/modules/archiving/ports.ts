import type { ArchiveState } from '@rubrica/domain'
import type { Evidence } from '@rubrica/pki'
import type { DocumentKey } from '../../ports/object-store.ts'
import type { LoadedRevision } from '../pending-documents/ports.ts'

/** Levels of EN 319 142-1 that a document of ours has, the lowest of its signers' signatures. */
export const ARCHIVE_LEVELS = [
  'PAdES-BASELINE-B',
  'PAdES-BASELINE-T',
  'PAdES-BASELINE-LT',
  'PAdES-BASELINE-LTA',
] as const
export type ArchiveLevel = (typeof ARCHIVE_LEVELS)[number]

/** Facts behind a reason: which certificate, which address, what it answered. Never a secret. */
export type ArchiveCause = Readonly<Record<string, unknown>>

/** How far the long-term form of a document is. */
export interface ArchiveStanding {
  readonly state: ArchiveState
  readonly level: string | null
  /** Why a level is not reached, or what it does not cover. */
  readonly reason: string | null
  readonly cause: ArchiveCause | null
}

/** A document that this process has taken, until the lease is over. */
export interface ArchiveTask {
  readonly documentId: string
  readonly subscriptionId: string
  /** All have signed: nobody's signature is in the way any more. */
  readonly isCompleted: boolean
  readonly level: ArchiveLevel
  /** How often it was tried in vain. */
  readonly tries: number
  readonly renewAt: Date | null
  /** Bytes of the file as it arrived, when it may have had signatures then; else 0. */
  readonly arrivedLength: number
  readonly lease: Date
}

/** What becomes of a task. */
export interface ArchiveOutcome {
  readonly state: ArchiveState
  readonly reason: string | null
  readonly cause: ArchiveCause | null
  readonly tries: number
  /** When it is to be tried again. */
  readonly dueAt: Date | null
  readonly renewAt: Date | null
  readonly at: Date
}

/** A revision that makes the signatures before it last longer. */
export interface ArchiveRevision {
  readonly kind: 'validation_data' | 'archive_timestamp'
  readonly base: LoadedRevision
  readonly objectId: string
  /** Bytes of the tail alone. */
  readonly length: number
  /** SHA-256 of the whole new revision. */
  readonly digest: Uint8Array
  readonly level: ArchiveLevel
  /** What becomes of the task with it; without, it goes on. */
  readonly outcome?: ArchiveOutcome
  readonly at: Date
}

/** A document in an operator's list. */
export interface ListedArchive extends ArchiveStanding {
  readonly documentId: string
  readonly fileName: string
  readonly tries: number
  readonly dueAt: Date | null
  readonly renewAt: Date | null
  readonly updatedAt: Date
}

export interface ArchiveStore {
  /** Takes a document that is due, for as long as the lease. Undefined when there is nothing to do, or others do it. */
  claim(documentId: string, at: Date, lease: Date): Promise<ArchiveTask | undefined>
  /** Appends to a completed document, if nothing was appended since, and the lease is ours. @returns false otherwise */
  append(task: ArchiveTask, revision: ArchiveRevision): Promise<boolean>
  /** Writes down the outcome and asks for the next try, all at once, unless the task is somebody else's by now. */
  settle(task: ArchiveTask, outcome: ArchiveOutcome): Promise<void>
  /** Ids of documents that are due, or whose timestamp is to be renewed, the longest overdue first. */
  due(at: Date, most: number): Promise<string[]>
  list(states: readonly ArchiveState[], most: number): Promise<ListedArchive[]>
  /** Ids of all that were given up. */
  failed(): Promise<string[]>
  /** Makes a failed one due again, from its first try. @returns false when it has not failed */
  retry(documentId: string, at: Date): Promise<boolean>
}

/** Evidence that was gathered for the signatures of a document, sealed like its revisions. */
export interface EvidenceStore {
  load(documentId: string): Promise<Evidence>
  /** Replaces what was kept for an earlier revision. */
  keep(gathered: { key: DocumentKey; revision: number; evidence: Evidence; at: Date }): Promise<void>
}

/** Somebody else's signature, that the file arrived with, for which no evidence was found. */
export interface UncoveredSignature {
  readonly field: string
  readonly cause: string
}

export interface GatheredEvidence {
  readonly evidence: Evidence
  readonly uncovered: readonly UncoveredSignature[]
}

/** A file, and what is known of it. */
export interface FileToArchive {
  readonly bytes: Uint8Array
  readonly known: Evidence
  /** Bytes of the file as it arrived, when it may have had signatures then; else 0. */
  readonly arrivedLength: number
  /** Fields whose signatures need no more evidence than there is, whatever becomes of who made them. */
  readonly mayLack?: readonly string[]
}

export interface ArchiveTimestamp {
  readonly tail: Uint8Array
  /** When the certificates or algorithms of the timestamp must no longer be relied upon. */
  readonly endsAt: Date
}

/** Why a document stays at its level. */
export class ArchiveProblem extends Error {
  override readonly name = 'ArchiveProblem'
  readonly code: string
  readonly facts: ArchiveCause
  /** Trying again would change nothing. */
  readonly isFinal: boolean

  constructor(code: string, { facts = {}, isFinal = false }: { facts?: ArchiveCause; isFinal?: boolean } = {}) {
    super(code)
    this.code = code
    this.facts = facts
    this.isFinal = isFinal
  }
}

/** PDF and network work of the long-term form. Every method throws ArchiveProblem for what is not a mistake of ours. */
export interface ArchivePdf {
  /**
   * Everything that proves the signatures of a file: ours without exception, those it arrived with as far as it is
   * found.
   */
  gather(file: FileToArchive): Promise<GatheredEvidence>
  /** @returns the tail that brings what is known into the file; empty when all of it is there */
  addValidationData(file: FileToArchive): Promise<Uint8Array>
  addTimestamp(file: FileToArchive): Promise<ArchiveTimestamp>
  /** @returns `base` followed by the tail, if it can be without a copy */
  append(base: Uint8Array, tail: Uint8Array): Uint8Array
}
