/**
 * Why evidence is missing, as a code.
 */
import { PkiError } from '../pki-error.ts'
import { describeName } from '../certificates/describe-name.ts'
import { readCertificate } from '../certificates/read-certificate.ts'
import { DerError } from '../der/der-reader.ts'
import type { Evidence } from '../revocation/evidence.ts'

/** From the least to the most specific about a certificate. */
export const EVIDENCE_CAUSES = [
  /** The certificate names no address that could be asked. */
  'NO_ADDRESS',
  /** The address is none that we go to. */
  'FORBIDDEN_ADDRESS',
  /** No answer, or an HTTP status that is none. */
  'UNREACHABLE',
  /** The responder rejects the request. */
  'REFUSED',
  /** What came is something else, or is not signed by who must sign it, or speaks of another certificate. */
  'LIES',
  /** The responder does not know the certificate. */
  'UNKNOWN',
  /** The answer is of another time. */
  'STALE',
  /** The path to the trust anchor does not hold: `fault` says why. */
  'INVALID',
  /** No path leads to a trust anchor. */
  'UNTRUSTED',
  'REVOKED',
] as const
export type EvidenceCause = (typeof EVIDENCE_CAUSES)[number]

/** One source that was asked in vain. */
export interface EvidenceAttempt {
  readonly source: 'OCSP' | 'CRL' | 'ISSUER'
  /** Host of the address; null for evidence that was there already. */
  readonly host: string | null
  readonly cause: EvidenceCause
  /** Finer than the cause, for a log. */
  readonly detail?: string
}

export interface MissingEvidence {
  readonly cause: EvidenceCause
  readonly attempts?: readonly EvidenceAttempt[]
  /** PathFault of an INVALID path. */
  readonly fault?: string
}

/** EVIDENCE_MISSING because the certificate was revoked, with the answer that says so: a verdict can rest on it. */
export class RevocationFound extends PkiError {
  readonly proof: Evidence

  constructor(certificate: Uint8Array, { revokedAt, proof }: { revokedAt: Date; proof: Evidence }) {
    super('EVIDENCE_MISSING', { subject: subjectOf(certificate), cause: 'REVOKED', revokedAt: revokedAt.toISOString() })
    this.proof = proof
  }
}

/** PkiError EVIDENCE_MISSING with the certificate's subject. */
export function evidenceMissing(certificate: Uint8Array, missing: MissingEvidence): PkiError {
  return new PkiError('EVIDENCE_MISSING', { subject: subjectOf(certificate), ...missing })
}

function subjectOf(certificate: Uint8Array): string {
  try {
    return describeName(readCertificate(certificate).subject)
  } catch (error) {
    if (error instanceof DerError) return ''
    throw error
  }
}

/** The most specific cause. */
export function mostTelling(attempts: readonly EvidenceAttempt[]): EvidenceCause {
  const rank = (cause: EvidenceCause): number => EVIDENCE_CAUSES.indexOf(cause)
  return attempts.reduce<EvidenceCause>((most, { cause }) => (rank(cause) > rank(most) ? cause : most), 'NO_ADDRESS')
}
