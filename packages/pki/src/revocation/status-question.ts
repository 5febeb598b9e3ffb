/**
 * The question that OCSP answers and CRLs must answer, and the finding of one of them.
 *
 * Evidence issued after the time asked proves more than evidence issued before it, as a revocation is not taken back;
 * but once a certificate has expired, its authority may forget it.
 *
 * ETSI EN 319 102-1 §5.2.5 (freshness) and §5.2.6, RFC 6960 §3.2 and §4.4.4.
 */
import type { KeyObject } from 'node:crypto'
import type { Inquiry } from '../path/inquiry.ts'
import type { PathCertificate } from '../path/path-certificate.ts'
import type { RevocationStatus } from './evidence.ts'

export interface StatusQuestion {
  readonly inquiry: Inquiry
  readonly certificate: PathCertificate
  /** The next certificate in the path, and its key. */
  readonly issuer: PathCertificate
  readonly issuerKey: KeyObject
  /** Keys of the names of all authorities above the certificate, its issuer and the anchor among them. */
  readonly authorities: readonly string[]
  /** Milliseconds since 1970. */
  readonly time: number
  /** Whether another certificate may be relied on at a time: a path to the same anchor, nothing revoked. */
  readonly isReliable: (certificate: PathCertificate, time: number) => boolean
  /** Status of another certificate of the same issuer. */
  readonly findStatus: (certificate: PathCertificate, time: number) => RevocationStatus
}

/** Why evidence proves nothing, the least specific first. */
export const UNKNOWN_CAUSES = [
  'NO_EVIDENCE',
  'CRL_SCOPE',
  'CRL_EXTENSION',
  'CRL_SIGNER',
  'OCSP_EXTENSION',
  'OCSP_SIGNER',
  'WEAK_ALGORITHM',
  'OCSP_UNKNOWN',
  'AFTER_EXPIRY',
  'STALE',
  'REASONS_INCOMPLETE',
] as const
export type UnknownCause = (typeof UNKNOWN_CAUSES)[number]

export type Finding =
  | {
      readonly status: 'good'
      readonly source: 'ocsp' | 'crl'
      readonly thisUpdate: Date
      readonly nextUpdate: Date | null
    }
  | {
      readonly status: 'revoked'
      readonly source: 'ocsp' | 'crl'
      readonly at: Date
      readonly reason: number | null
      readonly thisUpdate: Date
    }
  | { readonly status: 'unknown'; readonly why: UnknownCause }

/** When something is issued, until when it is announced to hold, and since when expired certificates are covered. */
export interface EvidenceTimes {
  readonly thisUpdate: Date
  readonly nextUpdate: Date | null
  readonly coversExpiredSince: Date | null
}

/** CRLReason certificateHold, the only one that can end. */
export const HOLD = 6
const DAY = 86_400_000

/** Why the evidence says nothing of the time asked, or null when it does. */
export function findTimeCause(
  { certificate, time }: StatusQuestion,
  { thisUpdate, nextUpdate, coversExpiredSince }: EvidenceTimes,
): 'STALE' | 'AFTER_EXPIRY' | null {
  const issued = thisUpdate.getTime()
  const until = nextUpdate?.getTime() ?? issued + DAY
  if (issued < time && until < time) return 'STALE'
  if (issued <= certificate.notAfter) return null
  return coversExpiredSince && coversExpiredSince.getTime() <= certificate.notAfter ? null : 'AFTER_EXPIRY'
}

/**
 * When the signer of evidence must have been valid: it is used to answer for the time asked, and exists since it was
 * issued.
 */
export const signerTime = ({ time }: StatusQuestion, issued: Date): number => Math.max(time, issued.getTime())
