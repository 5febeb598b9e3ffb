/**
 * What an evidence file holds for machines: names and contents of its embedded files, as docs/evidence-file.md describes
 * them. Digests are SHA-256 in lower-case hex, moments ISO 8601 in UTC.
 */

export const FORMAT = 'rubrica-evidence-1'

/** `full` opens every personal value, `reduced` those of the person it is made for, or none. */
export type Edition = 'full' | 'reduced'

/** Names of embedded files that are there once at most. */
export const NAMES = {
  manifest: 'manifest.json',
  document: 'document.json',
  events: 'events.jsonl',
  chain: 'chain.txt',
  personal: 'personal.json',
  pages: 'pages.json',
  texts: 'texts.json',
  mails: 'mail.json',
  validation: 'validation.json',
  validationReport: 'validation.xml',
  head: 'head.json',
  headSignature: 'head.sig',
  headKey: 'head.pub',
  headPath: 'head-path.json',
  headToken: 'head.tst',
} as const

export interface Manifest {
  readonly format: typeof FORMAT
  readonly edition: Edition
  /** Counts from 1 for each document. */
  readonly version: number
  /** Digest of the full edition of the version before, as it was made; null for the first. */
  readonly previous: string | null
  /** Octets that `previous` is of: a file whose seal was renewed begins with them. Not in every file. */
  readonly previousBytes?: number
  readonly documentId: string
  readonly subscriptionId: string
  /** Address of the installation that made it. */
  readonly installation: string
  /** Where the document is verified online, and the code that leads there when it is typed; of marked documents alone. */
  readonly verification?: { readonly code: string; readonly address: string }
  /** The program of one file that checks this one, as it came with whatever made it. Not in every file. */
  readonly verifier?: { readonly name: string; readonly sha256: string }
  readonly madeAt: string
  /** How many events there are, and the hash that their chain ends in. */
  readonly events: number
  readonly chain: string
  readonly files: readonly { readonly name: string; readonly sha256: string; readonly bytes: number }[]
}

export interface RevisionFacts {
  readonly number: number
  readonly kind: string
  /** Of the file up to the end of this revision, which is so many octets long. */
  readonly sha256: string
  readonly bytes: number
  readonly at: string
  readonly signerId: string | null
}

export interface DocumentFacts {
  readonly documentId: string
  readonly fileName: string
  readonly outcome: string
  readonly pages: number
  readonly sentAt: string
  readonly endedAt: string
  /** In the order of their numbers; the last one is the document as it is when this is made. */
  readonly revisions: readonly RevisionFacts[]
  readonly people: readonly {
    readonly id: string
    readonly role: 'signer' | 'approver'
    readonly state: string
    readonly stage: number
    /** Of an approver: the signer before whom they decide. */
    readonly signerId: string | null
  }[]
}

/** An opened commitment: SHA-256 of salt and value is what the event holds. */
export interface OpenedCommitment {
  readonly commitment: string
  /** Hex. */
  readonly salt: string
  readonly value: string
}

export interface ServedPage {
  /** To which approver it was served; without, to the signer. */
  readonly approverId?: string
  /** Of what was served to an approver: the signer before whom they decide. */
  readonly signerId: string
  readonly revision: number
  readonly page: number
  /** Of the image. */
  readonly sha256: string
  readonly width: number
  readonly servedAt: string
}

/** Words that a signer agreed to; `sha256` is of title, line feed and text, as the event of the signature has it. */
export interface AgreedText {
  readonly signerId: string
  readonly title: string
  readonly text: string
  readonly language: string | null
  readonly sha256: string
}

/** A mail to a signer or an approver, and what mail servers said of it until the document was over. */
export interface MailFacts {
  readonly personId: string
  /** What it was for: `to-sign`, `remind-to-sign`, `to-approve`, `to-guest`, … */
  readonly kind: string
  /** Not in the file of somebody else. */
  readonly address: string | null
  /** In their order. */
  readonly answers: readonly MailAnswerFacts[]
}

export interface MailAnswerFacts {
  /** `taken` is by a mail server, which says nothing of the person. */
  readonly state: string
  readonly at: string
  readonly server: string
  /** Of RFC 5321, and of RFC 3463. */
  readonly code: number | null
  readonly status: string | null
  /** Not in the file of somebody else: they may repeat the address. */
  readonly words: string | null
}

/** The way from the chain's end to the head's tree (RFC 9162 §2.1.3). */
export interface HeadPath {
  /** `documentId:sequence:hash`. */
  readonly leaf: string
  /** From 0. */
  readonly position: number
  readonly size: number
  /** From the leaf upwards. */
  readonly path: readonly string[]
}

/** An event as its line says it. */
export interface LoggedEvent {
  readonly documentId: string
  readonly sequence: number
  readonly type: string
  readonly at: string
  readonly facts: Readonly<Record<string, string | number | boolean | null>>
  /** Commitments by the name of what they stand for. */
  readonly personal: Readonly<Record<string, string>>
}
