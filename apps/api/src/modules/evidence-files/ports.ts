import type {
  AgreedText,
  DocumentFacts,
  HeadPath,
  MailFacts,
  OpenedCommitment,
  ServedPage,
} from '@rubrica/evidence-file'
import type { DocumentKey } from '../../ports/object-store.ts'
import type { KeptFindings } from '../validation/ports.ts'
import type { VerificationMark } from '../verification-mark.ts'

/** For whom a file is made: the sender and whoever they give it to, or one of those who took part. */
export type Reader = { readonly edition: 'full' } | { readonly edition: 'reduced'; readonly userId: string }

/** Of the reduced edition that opens nobody's values. */
export const NOBODY: Reader = { edition: 'reduced', userId: '00000000-0000-0000-0000-000000000000' }

/** A signer or an approver, as pages for people tell of them. */
export interface PersonInEvidence {
  readonly id: string
  readonly userId: string
  readonly role: 'signer' | 'approver'
  readonly name: string
  readonly stage: number
  readonly state: string
  /** ISO 8601, as all moments here; null for who has not acted. */
  readonly at: string | null
  /** Of an approver: the signer before whom they decide. */
  readonly signerId: string | null
  readonly reason: string | null
  /** Who acted in the name of the person, and the words between the two names. */
  readonly deputy: DeputyInEvidence | null
  readonly certificate: CertificateInEvidence | null
}

export interface DeputyInEvidence {
  readonly name: string
  readonly formula: string
  /** The document by which the person has authorised them, and SHA-256 of it, lower-case hex. */
  readonly mandate: { readonly fileName: string; readonly digest: string } | null
}

/** What a signature was made with. */
export interface CertificateInEvidence {
  /** CertType of the provider. */
  readonly type: string
  readonly subject: string
  readonly serialNumber: string
  readonly notAfter: string
}

/** The head that the newest part of a document's log is in, with all that shows it. */
export interface HeadInEvidence {
  readonly canonical: string
  readonly signature: Uint8Array
  /** PEM; undefined for a key that is not this installation's. */
  readonly publicKey: string | undefined
  readonly token: Uint8Array | null
  readonly path: HeadPath
}

/** Everything that is known of a document that is over, of one moment. */
export interface EvidenceOfDocument {
  readonly key: DocumentKey
  readonly subscriptionId: string
  readonly facts: DocumentFacts
  readonly senderName: string
  /** Tag of the sender's language; empty where nobody has said. */
  readonly language: string
  readonly level: string | null
  readonly people: readonly PersonInEvidence[]
  /** Canonical lines, the oldest first, each with the hash after it. */
  readonly events: readonly { readonly line: string; readonly hash: string }[]
  /** Values that were not erased. */
  readonly opened: readonly OpenedCommitment[]
  readonly views: readonly ServedPage[]
  readonly texts: readonly AgreedText[]
  /** Until the document was over; those of half a year are remembered. */
  readonly mails: readonly MailFacts[]
}

/** What a file would hold if it were made now: as long as this is the same, so is the file. */
export type Stand = string

export interface EvidenceSource {
  /** Undefined for a document that is not over, or that nobody can read any more. */
  standOf(documentId: string): Promise<Stand | undefined>
  load(documentId: string): Promise<EvidenceOfDocument | undefined>
  headOf(documentId: string): Promise<HeadInEvidence | undefined>
}

export interface KeptFile {
  readonly version: number
  readonly stand: Stand
  /** SHA-256, lower-case hex. */
  readonly digest: string
  /** Octets that the digest is of: the file as it was made. One whose seal was renewed begins with them. */
  readonly length: number
  readonly objectId: string
  readonly key: DocumentKey
}

export interface NewFile extends KeptFile {
  readonly documentId: string
  readonly subscriptionId: string
  readonly at: Date
  /** When the last timestamp of its seal is to be renewed; null for a seal without. */
  readonly renewAt: Date | null
}

export interface EvidenceFileStore {
  newest(documentId: string, reader: Reader): Promise<KeptFile | undefined>
  /** @returns false when there is one of this version by now */
  keep(file: NewFile, reader: Reader): Promise<boolean>
  /** Takes documents whose file is due, each for as long as the lease. */
  takeDue(at: Date, lease: Date, most: number): Promise<readonly string[]>
  /** Its file is made. Nothing changes when it is due anew by now. */
  settle(documentId: string, lease: Date): Promise<void>
}

/** The newest file of a reader, whose seal is to be renewed; this process's alone until the lease is over. */
export interface AgeingFile extends Omit<KeptFile, 'digest' | 'length'> {
  readonly documentId: string
  /** Whose own values it opens, or nobody's; null for the full edition. */
  readonly userId: string | null
  readonly lease: Date
}

/** Each of them changes nothing, and says so, where the file is somebody else's by now. */
export interface AgeingFiles {
  /**
   * Takes the file whose seal is due for the longest time. It is due again when the lease ends, which doubles with each
   * try that came to nothing, up to a day.
   */
  takeAgeing(at: Date, leaseMs: number): Promise<AgeingFile | undefined>
  /** Puts the renewed file in the place of the one that was taken. */
  keepRenewed(file: AgeingFile, renewed: { readonly objectId: string; readonly renewAt: Date }): Promise<boolean>
  /** It is never due again: nobody gets it any more, or its seal has no timestamp. */
  letAge(file: AgeingFile): Promise<boolean>
  /** Notes why it was not renewed, for whoever asks; it stays due. */
  noteFailure(file: AgeingFile, code: string): Promise<boolean>
}

/** How the evidence of a document stands, for an operator: the full edition. */
export interface EvidenceStanding {
  readonly version: number
  readonly madeAt: Date
  /** When its seal is to be renewed, or is tried again; null where it never is. */
  readonly renewAt: Date | null
  /** Why it was not renewed the last time: a code. */
  readonly reason: string | null
}

/** Whether somebody may have the evidence of a document, and how its file is called. */
export interface EvidenceReaders {
  /** Undefined for who is neither signer nor approver of it, or had no turn. */
  fileNameFor(documentId: string, userId: string): Promise<string | undefined>
}

export interface FileToWrite {
  readonly evidence: EvidenceOfDocument
  readonly head: HeadInEvidence | undefined
  /** Undefined for a document without signatures. */
  readonly findings: KeptFindings | undefined
  /** As ETSI TS 119 102-2 has it, XML; of the full edition alone. */
  readonly report: string | undefined
  readonly mark: VerificationMark | undefined
  readonly reader: Reader
  readonly version: number
  /** The full edition of the version before, as it was made. */
  readonly previous: Pick<KeptFile, 'digest' | 'length'> | undefined
  readonly at: Date
}

export interface SealedFile {
  readonly bytes: Uint8Array
  /** When its last timestamp must no longer be relied upon; null for a seal that is not of the level B-LTA. */
  readonly endsAt: Date | null
}

/** Writes a file for machines and for people, and seals it. */
export interface EvidenceWriter {
  /** @throws {PortalError} TEMPORARILY_UNAVAILABLE when the authority of timestamps does not answer */
  write(file: FileToWrite): Promise<SealedFile>
}

export interface SealRenewer {
  /**
   * The file, and behind it what makes its seal last longer; undefined for a seal that is not of the level B-LTA.
   * @throws ArchiveProblem for what is not a mistake of ours
   */
  renew(file: Uint8Array): Promise<(SealedFile & { readonly endsAt: Date }) | undefined>
}
