/**
 * What validation requires, how it is asked, and what it answers: codes and facts, no words.
 *
 * Statuses are those of ETSI EN 319 102-1 §5.1.3 and levels those of EN 319 142-1 §6.
 */
import type { Change } from '../changes/change.ts'
import type { ChainLink, Evidence } from '@rubrica/pki'

export type Indication = 'TOTAL-PASSED' | 'TOTAL-FAILED' | 'INDETERMINATE'

export type SubIndication =
  | 'FORMAT_FAILURE'
  | 'HASH_FAILURE'
  | 'SIG_CRYPTO_FAILURE'
  | 'REVOKED'
  | 'EXPIRED'
  | 'NOT_YET_VALID'
  | 'SIG_CONSTRAINTS_FAILURE'
  | 'CHAIN_CONSTRAINTS_FAILURE'
  | 'CERTIFICATE_CHAIN_GENERAL_FAILURE'
  | 'CRYPTO_CONSTRAINTS_FAILURE'
  | 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE'
  | 'TIMESTAMP_ORDER_FAILURE'
  | 'NO_SIGNING_CERTIFICATE_FOUND'
  | 'NO_CERTIFICATE_CHAIN_FOUND'
  | 'REVOKED_NO_POE'
  | 'REVOKED_CA_NO_POE'
  | 'OUT_OF_BOUNDS_NO_POE'
  | 'OUT_OF_BOUNDS_NOT_REVOKED'
  | 'NO_POE'
  | 'TRY_LATER'
  | 'SIGNED_DATA_NOT_FOUND'

/** `PAdES` is ETSI.CAdES.detached that misses the baseline; `PKCS7` is adbe.pkcs7.detached. */
export type SignatureLevel =
  | 'PAdES-BASELINE-B'
  | 'PAdES-BASELINE-T'
  | 'PAdES-BASELINE-LT'
  | 'PAdES-BASELINE-LTA'
  | 'PAdES'
  | 'PKCS7'
  | 'DOCUMENT-TIMESTAMP'

/** What is required of a signature. */
export interface ValidationPolicy {
  /** DER. Without anchors no signer is trusted; the integrity is reported all the same. */
  readonly trustAnchors: readonly Uint8Array[]
  /** DER; by default `trustAnchors`. */
  readonly timestampAnchors?: readonly Uint8Array[]
  /** True by default: a certificate whose revocation is not known does not pass. */
  readonly requireRevocation?: boolean
  /**
   * True by default: SHA-1, MD5, RSA below 1900 bits and the like do not pass, unless they were sound at the proved
   * time.
   */
  readonly refuseWeakAlgorithms?: boolean
}

/** How validation is asked. */
export interface ValidationSettings {
  /** The moment for which the answer holds; by default now. */
  readonly at?: Date
  /** Besides what the file holds. */
  readonly evidence?: Evidence
}

export interface TimestampReport {
  readonly kind: 'signature-timestamp' | 'document-timestamp'
  readonly time: Date
  readonly indication: Indication
  readonly subIndication: SubIndication | null
  readonly chain: readonly ChainLink[]
}

/** The octets by which others name a signature (ETSI TS 119 102-2 clause 4.2.3). */
export interface SignatureOctets {
  readonly byteRange: readonly number[]
  readonly subFilter: string
  /** node:crypto's name of the digest of the document, `sha256`. */
  readonly hash: string
  /** As the signed attributes say it; null without them. */
  readonly documentDigest: Uint8Array | null
  /** SHA-256 of the signed attributes, which is what the key signed; null without them. */
  readonly attributesDigest: Uint8Array | null
  readonly value: Uint8Array
  /** The whole SignedData or token. */
  readonly cms: Uint8Array
}

export interface SignatureReport {
  /** Fully qualified name of the field; empty for a signature without one. */
  readonly field: string
  readonly kind: 'signature' | 'document-timestamp'
  /** Common name of the certificate's subject, or the whole subject; null when no certificate was found. */
  readonly signer: string | null
  readonly indication: Indication
  readonly subIndication: SubIndication | null
  readonly level: SignatureLevel
  /** /M, or the time inside a document timestamp. */
  readonly signedAt: Date | null
  /** The earliest proved time, by a valid timestamp. */
  readonly provedAt: Date | null
  /** From 1; null when the ByteRange ends at no revision's end. */
  readonly coversRevision: number | null
  readonly coversWholeFile: boolean
  readonly certification: 1 | 2 | 3 | null
  readonly chain: readonly ChainLink[]
  readonly timestamps: readonly TimestampReport[]
  /** Null for one whose form cannot be read. */
  readonly octets: SignatureOctets | null
  /** What later revisions did; those without a rule make the file suspicious. */
  readonly changes: readonly Change[]
  /** What is wrong with it, most specific first: BYTE_RANGE_…, CONTENTS_…, and the like. */
  readonly faults: readonly string[]
}

export interface ValidationReport {
  /** `broken`: a signature's cryptography or form fails; `suspicious`: something is not explained by a rule. */
  readonly integrity: 'intact' | 'suspicious' | 'broken'
  /** `anchored`: every signature leads to a trust anchor. */
  readonly trust: 'anchored' | 'unknown'
  /** Number of revisions of the file. */
  readonly revisions: number
  /** Where each revision ends, in octets, the oldest first: what lies before is the file as it was then. */
  readonly revisionEnds: readonly number[]
  /** In the order of the revisions that they cover. */
  readonly signatures: readonly SignatureReport[]
  /** Codes; none for a file whose integrity is beyond doubt. Trust gives no warning. */
  readonly warnings: readonly string[]
}
