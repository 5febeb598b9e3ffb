/**
 * Judges a certificate at the time at which its signature is known to have existed (EN 319 102-1 clauses 5.2.6, 5.6.2).
 *
 * Path validation answers for one moment. Which moment that is, and what an answer means when the moment is proved and
 * when it is not, is decided here.
 */
import {
  type CertificatePurpose,
  type CertificateVerdict,
  type ChainLink,
  type Evidence,
  type PathFault,
  validateCertificate,
} from '@rubrica/pki'
import type { Indication, SubIndication, ValidationPolicy } from '../validation-report.ts'

/** What every certificate of a file is judged with. */
export interface Trust {
  readonly policy: ValidationPolicy
  /** The moment for which the answer holds. */
  readonly at: Date
  readonly evidence: Evidence
}

interface CertificateUse {
  readonly certificate: Uint8Array
  readonly purpose: CertificatePurpose
  /** The earliest moment at which the signature is proved to have existed; without a proof that of the validation. */
  readonly time: Date
  readonly isProved: boolean
  /**
   * What the certificate itself says when it was used: the time in a timestamp. Data that is too old for `time` still
   * proves that the authority was not revoked then.
   */
  readonly ownTime?: Date
  /** The claimed time of use, not proved: it decides nothing, but gives more detail about an expired certificate. */
  readonly saidTime?: Date | undefined
}

export interface CertificateOpinion {
  readonly fault: PathFault | null
  readonly subIndication: SubIndication | null
  readonly chain: readonly ChainLink[]
  /** Whether it leads to a trust anchor, however old it is. */
  readonly isAnchored: boolean
}

const STILL_ANCHORED: readonly (PathFault | null)[] = [
  null,
  'EXPIRED',
  'NOT_YET_VALID',
  'REVOCATION_UNKNOWN',
  'WEAK_ALGORITHM',
]

export function judgeCertificate(trust: Trust, use: CertificateUse): CertificateOpinion {
  const { fault, chain } = findVerdict(trust, use)
  const reported = fault === 'EXPIRED' ? chainBefore(trust, use, chain) : chain
  return {
    fault,
    subIndication: fault === null ? null : subIndicationOf(fault, reported, use),
    chain: reported,
    isAnchored: STILL_ANCHORED.includes(fault) && chain.at(-1)?.isAnchor === true,
  }
}

/** What was known of an expired certificate while it was in use. */
function chainBefore(trust: Trust, use: CertificateUse, now: readonly ChainLink[]): readonly ChainLink[] {
  const time = use.ownTime ?? use.saidTime
  const before = time === undefined ? null : ask(trust, use, time)
  return before?.fault === null ? before.chain : now
}

function findVerdict(trust: Trust, use: CertificateUse): CertificateVerdict {
  const verdict = ask(trust, use, use.time)
  if (verdict.fault !== 'REVOCATION_UNKNOWN' || use.ownTime === undefined) return verdict
  const then = ask(trust, use, use.ownTime)
  return then.fault === null ? then : verdict
}

function ask({ policy, evidence }: Trust, { certificate, purpose }: CertificateUse, time: Date): CertificateVerdict {
  const isTimestamp = purpose === 'timestamping'
  const anchors = isTimestamp ? (policy.timestampAnchors ?? policy.trustAnchors) : policy.trustAnchors
  const { refuseWeakAlgorithms } = policy
  const question = { certificate, anchors, evidence, time, purpose, refuseWeakAlgorithms }
  const verdict = validateCertificate(question)
  if (verdict.fault !== 'REVOCATION_UNKNOWN' || policy.requireRevocation !== false) return verdict
  const isRevoked = verdict.chain.some(({ revocation }) => revocation.status === 'revoked' && revocation.at <= time)
  return isRevoked ? verdict : { ...validateCertificate({ ...question, checkRevocation: false }), chain: verdict.chain }
}

const SUB_INDICATIONS: Readonly<Record<PathFault, SubIndication>> = {
  EXPIRED: 'OUT_OF_BOUNDS_NO_POE',
  NOT_YET_VALID: 'OUT_OF_BOUNDS_NO_POE',
  KEY_USAGE: 'CHAIN_CONSTRAINTS_FAILURE',
  PURPOSE: 'CHAIN_CONSTRAINTS_FAILURE',
  POLICY: 'CHAIN_CONSTRAINTS_FAILURE',
  NAME_CONSTRAINTS: 'CHAIN_CONSTRAINTS_FAILURE',
  PATH_LENGTH: 'CHAIN_CONSTRAINTS_FAILURE',
  MALFORMED: 'CERTIFICATE_CHAIN_GENERAL_FAILURE',
  NOT_A_CA: 'CERTIFICATE_CHAIN_GENERAL_FAILURE',
  SIGNATURE: 'CERTIFICATE_CHAIN_GENERAL_FAILURE',
  UNKNOWN_CRITICAL_EXTENSION: 'CERTIFICATE_CHAIN_GENERAL_FAILURE',
  NO_PATH: 'NO_CERTIFICATE_CHAIN_FOUND',
  REVOKED: 'REVOKED_NO_POE',
  REVOKED_CA: 'REVOKED_CA_NO_POE',
  REVOCATION_UNKNOWN: 'TRY_LATER',
  WEAK_ALGORITHM: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
}

function subIndicationOf(fault: PathFault, chain: readonly ChainLink[], use: CertificateUse): SubIndication {
  const status = chain[0]?.revocation.status
  if (fault === 'EXPIRED' && (status === 'good' || status === 'exempt')) return 'OUT_OF_BOUNDS_NOT_REVOKED'
  return fault === 'NOT_YET_VALID' && use.isProved ? 'NOT_YET_VALID' : SUB_INDICATIONS[fault]
}

const FAILURES: readonly (SubIndication | null)[] = [
  'FORMAT_FAILURE',
  'HASH_FAILURE',
  'SIG_CRYPTO_FAILURE',
  'REVOKED',
  'EXPIRED',
  'NOT_YET_VALID',
]

/** The main indication that a sub-indication belongs to (EN 319 102-1 table 5). */
export function indicationOf(subIndication: SubIndication | null): Indication {
  if (subIndication === null) return 'TOTAL-PASSED'
  return FAILURES.includes(subIndication) ? 'TOTAL-FAILED' : 'INDETERMINATE'
}
