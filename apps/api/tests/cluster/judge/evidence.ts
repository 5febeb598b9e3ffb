/** What the judge judges: what clients were told, and what is there afterwards. Plain data, so that a run can be kept. */
import type { HistoryCall } from '../clients/history.ts'

export interface DocumentFact {
  readonly id: string
  readonly fileName: string
  readonly state: string
  readonly currentRevision: number
}

export interface RevisionFact {
  readonly documentId: string
  readonly number: number
  readonly kind: string
  readonly signerId: string | null
  readonly objectId: string
}

export interface SignerFact {
  readonly id: string
  readonly documentId: string
  readonly state: string
  readonly email: string
  /** Whether the document ever came to them. */
  readonly wasCalled: boolean
  /** Whether the server says that a mail was sent to them. */
  readonly wasTold: boolean
}

export interface ApproverFact {
  readonly id: string
  readonly signerId: string
  readonly documentId: string
  readonly state: string
}

/** How the server remembers one attempt to sign. */
export interface AttemptFact {
  readonly signerId: string
  readonly key: string
  readonly state: string
}

export interface EventFact {
  readonly documentId: string
  readonly sequence: number
  readonly type: string
  readonly facts: Readonly<Record<string, unknown>>
}

export interface ArchiveFact {
  readonly documentId: string
  readonly state: string
  readonly level: string
}

export interface VaultKeyFact {
  readonly certificateId: string
  readonly failures: number
  readonly isLocked: boolean
}

/** A document as it was downloaded, in the words of two who verify. */
export interface FileFact {
  readonly documentId: string
  readonly integrity: string
  /** By our verifier: whose field each signature stands in, and what it is worth. */
  readonly signatures: readonly { readonly signerId: string | null; readonly indication: string }[]
  /** By pdfsig (poppler), in the order of the file. */
  readonly pdfsig: readonly string[]
}

export interface MailFact {
  readonly to: string
  /** Names of files that it tells of. */
  readonly fileNames: readonly string[]
}

export interface Evidence {
  readonly history: readonly HistoryCall[]
  readonly documents: readonly DocumentFact[]
  readonly revisions: readonly RevisionFact[]
  readonly signers: readonly SignerFact[]
  readonly approvers: readonly ApproverFact[]
  readonly attempts: readonly AttemptFact[]
  readonly events: readonly EventFact[]
  readonly archives: readonly ArchiveFact[]
  readonly vaultKeys: readonly VaultKeyFact[]
  readonly files: readonly FileFact[]
  readonly mails: readonly MailFact[]
  /** What `rubrica audit verify` and `rubrica objects verify` find wrong, and what `rubrica stuck` names. */
  readonly audit: readonly string[]
  readonly objects: readonly string[]
  readonly stuck: readonly string[]
  /** Ids of objects: those that the store was told to delete, and those that some row names. */
  readonly deleted: readonly string[]
  readonly named: readonly string[]
}

/** A promise that was not kept. */
export interface Violation {
  /** I1 to I10. */
  readonly invariant: string
  /** What it is about: an id of a signer, document, attempt, certificate or object. */
  readonly about: string
  readonly says: string
}

/** One promise: what of it was not kept. */
export type Invariant = (evidence: Evidence) => readonly Violation[]
