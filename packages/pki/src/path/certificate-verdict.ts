/**
 * What path validation asks and answers (RFC 5280 §6), with the revocation of each link.
 */
import type { Evidence, RevocationStatus } from '../revocation/evidence.ts'

/** What the certificate at the end of the path is used for. */
export type CertificatePurpose = 'document-signing' | 'timestamping' | 'ocsp-signing' | 'any'

/** Initial values of RFC 5280 §6.1.1. */
export interface PolicySettings {
  /** Dotted object identifiers; undefined is any-policy. */
  readonly acceptable?: readonly string[]
  readonly explicit?: boolean
  readonly inhibitMapping?: boolean
  readonly inhibitAny?: boolean
}

export interface CertificateQuestion {
  /** DER. */
  readonly certificate: Uint8Array
  /** DER of the trusted certificates. */
  readonly anchors: readonly Uint8Array[]
  readonly evidence: Evidence
  /** When the certificate must have been valid and not revoked: a proved time, or now. */
  readonly time: Date
  readonly purpose: CertificatePurpose
  readonly policies?: PolicySettings
  /** False: revocation is not looked at. */
  readonly checkRevocation?: boolean
  /**
   * True by default: SHA-1, MD5, RSA below 1900 bits and the like make a path invalid, unless they were sound at
   * `time`.
   */
  readonly refuseWeakAlgorithms?: boolean
}

export const PATH_FAULTS = [
  'EXPIRED',
  'KEY_USAGE',
  'MALFORMED',
  'NAME_CONSTRAINTS',
  'NO_PATH',
  'NOT_A_CA',
  'NOT_YET_VALID',
  'PATH_LENGTH',
  'POLICY',
  'PURPOSE',
  'REVOKED',
  'REVOKED_CA',
  'REVOCATION_UNKNOWN',
  'SIGNATURE',
  'UNKNOWN_CRITICAL_EXTENSION',
  'WEAK_ALGORITHM',
] as const
export type PathFault = (typeof PATH_FAULTS)[number]

export interface ChainLink {
  /** DER. */
  readonly certificate: Uint8Array
  readonly isAnchor: boolean
  readonly revocation: RevocationStatus
}

export interface CertificateVerdict {
  /** Null: valid. */
  readonly fault: PathFault | null
  /** Index in `chain` of the certificate at fault, when there is one. */
  readonly at: number | null
  /** The certificate first, its anchor last; without a path, as far as issuers were found. */
  readonly chain: readonly ChainLink[]
}
