import type { Integrity, PortalError } from '@rubrica/domain'
import type { Evidence } from '@rubrica/pki'
import type { DocumentKey } from '../../ports/object-store.ts'

/** What a later revision did to a signed one. */
export interface FoundChange {
  readonly what: string
  /** From 1; null when it belongs to no page or to several. */
  readonly page: number | null
  readonly revision: number
  readonly justifiedBy: string | null
}

export interface FoundSignature {
  readonly field: string
  readonly signer: string | null
  readonly kind: 'signature' | 'timestamp'
  readonly indication: 'TOTAL-PASSED' | 'TOTAL-FAILED' | 'INDETERMINATE'
  readonly subIndication: string | null
  readonly level: string
  /** ISO 8601, as all times here: the findings are kept as text. */
  readonly signedAt: string | null
  readonly provedAt: string | null
  readonly revision: number | null
  readonly changes: readonly FoundChange[]
}

/** What validation found in one revision of a document. */
export interface Findings {
  readonly integrity: Integrity
  readonly trust: 'anchored' | 'unknown'
  readonly warnings: readonly string[]
  readonly signatures: readonly FoundSignature[]
  /** Where each revision of the file ends, the oldest first. */
  readonly revisionEnds: readonly number[]
}

/** Begins the warning of findings that are none: the validator did not get through the file. */
export const NOT_VALIDATED = 'NOT_VALIDATED_'

export interface KeptFindings extends Findings {
  readonly validatedAt: Date
}

/** A revision of a document, named by its content. */
export interface RevisionName {
  readonly documentId: string
  readonly revision: number
  /** SHA-256, lower-case hex. */
  readonly digest: string
}

/** A revision about to be signed, and what is known of it. */
export interface RevisionToSign extends RevisionName {
  /** There is no signature in it that could have been broken. */
  readonly isUnsigned: boolean
  /** Undefined when nobody has looked yet. */
  readonly integrity: Integrity | undefined
}

export interface FindingsStore {
  /** Undefined when it was not validated, or by rules that are no longer ours. */
  find(revision: RevisionName): Promise<KeptFindings | undefined>
  keep(revision: RevisionName, key: DocumentKey, findings: KeptFindings): Promise<void>
  /** Of those signers' documents that bear signatures and are not known to be intact. */
  notIntact(userId: string, signerIds: readonly string[]): Promise<(RevisionToSign & { readonly signerId: string })[]>
  /** The current revision, as the signer sees it; undefined for strangers and before their turn. */
  currentOfSigner(userId: string, signerId: string): Promise<RevisionName | undefined>
}

/** What has to be confirmed before a document is signed. */
export interface UnchangedDocuments {
  /**
   * Lets a document be signed that nobody has tampered with, or that the person wants to sign all the same.
   * @returns what was accepted; undefined when there was nothing to accept
   * @throws {PortalError} DOCUMENT_SUSPICIOUS (with Integrity)
   */
  require(revision: RevisionToSign, confirmation: { readonly accepted?: boolean }): Promise<Integrity | undefined>
  /** Those of the signers whose documents need a confirmation that was not given. */
  findChanged(documents: DocumentsToSign): Promise<{ readonly signerId: string; readonly error: PortalError }[]>
}

export interface DocumentsToSign {
  readonly userId: string
  readonly signerIds: readonly string[]
  /** Those that were confirmed. */
  readonly accepted: ReadonlySet<string>
}

/** Validates away from the main thread. */
export interface PdfValidator {
  /** @param evidence besides what the file holds */
  validate(bytes: Uint8Array, evidence: Evidence): Promise<Findings>
  /**
   * @param key names the content, so that nothing is loaded twice for the same count
   * @throws {PortalError} PAGE_NOT_RENDERABLE
   */
  countPages(shown: { readonly key: string; readonly load: () => Promise<Uint8Array> }): Promise<number>
}
