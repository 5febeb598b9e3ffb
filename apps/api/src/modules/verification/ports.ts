import type { DocumentState } from '@rubrica/domain'
import type { VerificationLevel } from '@rubrica/domain/verification-code'
import type { Watcher } from '../sending/ports.ts'
import type { Findings, RevisionName } from '../validation/ports.ts'

/** A JPEG image, and how many pages the file has. */
export interface DrawnPage {
  readonly jpeg: Uint8Array
  readonly pageCount: number
}

/** Reads files of strangers, away from what signers wait for. Nothing that a file names is fetched. */
export interface FileVerifier {
  /** @throws {PortalError} PDF_REFUSED, PDF_ENCRYPTED, PDF_PASSWORD_NEEDED, PDF_TOO_COMPLEX; TEMPORARILY_UNAVAILABLE */
  verify(file: Uint8Array): Promise<Findings>
  /** The validation report of ETSI TS 119 102-2, in XML. @throws {PortalError} as verify */
  report(file: Uint8Array): Promise<string>
  /** Where the revisions of a file end, the oldest first. @throws {PortalError} as verify */
  revisionEnds(file: Uint8Array): Promise<readonly number[]>
  /** @throws {PortalError} PAGE_NOT_FOUND, PAGE_NOT_RENDERABLE; TEMPORARILY_UNAVAILABLE */
  draw(file: Uint8Array, page: number, width: number): Promise<DrawnPage>
}

/** What this installation has issued: the revisions of its documents but for the files that came to it. */
export interface IssuedFiles {
  /** @param digests SHA-256 in hexadecimal digits. @returns those that were issued, by digest */
  find(digests: readonly string[]): Promise<ReadonlyMap<string, RevisionName>>
}

/** What a document's code leads to. */
export interface CodedDocument extends RevisionName {
  readonly level: VerificationLevel
  /** More than the facts is for who knows the end of a signer's legal id. */
  readonly asksHolder: boolean
  readonly state: DocumentState
  readonly fileName: string
  readonly sentAt: Date
  readonly endedAt: Date | null
  readonly signatures: readonly { readonly name: string; readonly signedAt: Date }[]
}

export interface VerificationCodes {
  /**
   * The code of a document: the one that it has, or the one that is made. Undefined where it leads nowhere.
   * @param make random bytes
   */
  codeOf(documentId: string, make: () => Uint8Array): Promise<string | undefined>
  /** Undefined for a code that is unknown, was withdrawn or is of a subscription without codes, and for what is none, which takes as long. */
  find(code: string): Promise<CodedDocument | undefined>
  /** Counts a look-up, and not who made it. */
  count(outcome: 'found' | 'unknown', at: Date): Promise<void>
  /** Wrong ones in the last hour. */
  wrongLately(at: Date): Promise<number>
}

/** What who has a code is asked, and how often. */
export interface HolderAnswers {
  /** Of the signers of a document, as far as they are known. */
  legalIds(documentId: string): Promise<readonly string[]>
  /** Counts an answer before it is looked at. @returns false when there were too many within the hour */
  take(documentId: string, at: Date): Promise<boolean>
  /** A right one does not count. */
  giveBack(documentId: string): Promise<void>
}

export interface ManagedCode {
  /** Also of one that leads nowhere. */
  readonly code: string
  readonly level: VerificationLevel
  readonly withdrawn: boolean
  /** Its subscription has no codes. */
  readonly isOff: boolean
  readonly asksHolder: boolean
}

export interface CodeChange {
  readonly level?: VerificationLevel | undefined
  readonly withdrawn?: boolean | undefined
  readonly asksHolder?: boolean | undefined
}

/** Codes as senders see them. */
export interface ManagedCodes {
  /** The one that the document has, or the one that is made. Undefined for a document that they may not see. */
  show(watcher: Watcher, documentId: string, make: () => Uint8Array): Promise<ManagedCode | undefined>
  /** With one event of the document's log. @returns whether they may change it */
  change(watcher: Watcher, documentId: string, change: CodeChange & { readonly at: Date }): Promise<boolean>
}
