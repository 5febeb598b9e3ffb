/**
 * Judges timestamps, and with them when everything else existed (EN 319 102-1 clauses 5.4, 5.5.4 and 5.6.2.3).
 *
 * Document timestamps are judged from the newest back: each proves that what it covers existed at its time, so that the
 * authority of the one before need only have been good until then.
 */
import { DerError, type DerNode, OID, readCertificate } from '@rubrica/pki'
import { type CertificateOpinion, indicationOf, judgeCertificate, type Trust } from './judge-certificate.ts'
import { findWeakness, openHash } from '../reading/name-algorithms.ts'
import { type Cms, type CmsSigner, readCms } from '../reading/read-cms.ts'
import type { ReadSignature } from '../reading/read-signature.ts'
import { readToken, type ReadToken, type TokenFault } from '../reading/read-token.ts'
import type { SubIndication, TimestampReport } from '../validation-report.ts'

/** What a valid timestamp proves: everything before its own revision existed at `time`, and its revision's base too. */
interface ProvedTime {
  readonly revision: number
  readonly time: Date
}

export interface JudgedTimestamp {
  readonly report: TimestampReport
  readonly token: ReadToken
  /** What is wrong with it; null when it is valid. */
  readonly fault: string | null
  readonly isAnchored: boolean
  /** Whether its own cryptography holds, trusted or not. */
  readonly isIntact: boolean
}

const BROKEN: Readonly<Record<TokenFault, SubIndication>> = {
  TIMESTAMP_MALFORMED: 'FORMAT_FAILURE',
  TIMESTAMP_IMPRINT: 'HASH_FAILURE',
  TIMESTAMP_SIGNATURE: 'SIG_CRYPTO_FAILURE',
  TIMESTAMP_PURPOSE: 'CHAIN_CONSTRAINTS_FAILURE',
  TIMESTAMP_CERTIFICATE_ATTRIBUTE: 'SIG_CONSTRAINTS_FAILURE',
}

interface TokenUse {
  readonly kind: TimestampReport['kind']
  readonly token: ReadToken
  /** When the token itself is proved to have existed. */
  readonly existed: Date
}

const CRYPTOGRAPHIC: readonly (TokenFault | null)[] = [
  'TIMESTAMP_MALFORMED',
  'TIMESTAMP_IMPRINT',
  'TIMESTAMP_SIGNATURE',
]

function judgeToken(trust: Trust, { kind, token, existed }: TokenUse): JudgedTimestamp {
  const { time, certificate } = token
  const isIntact = !CRYPTOGRAPHIC.includes(token.fault)
  const opinion = certificate && isIntact ? judgeAuthority(trust, { certificate, time, existed }) : NO_OPINION
  const subIndication = findSubIndication(trust, { token, existed, opinion })
  const cause = subIndication === null ? null : (opinion.fault ?? subIndication)
  const { chain, isAnchored } = opinion
  const report = { kind, time, indication: indicationOf(subIndication), subIndication, chain }
  return { token, isIntact, isAnchored, fault: token.fault ?? cause, report }
}

const NO_OPINION: CertificateOpinion = { fault: null, subIndication: null, chain: [], isAnchored: false }

interface Authority {
  readonly certificate: Uint8Array
  readonly time: Date
  readonly existed: Date
}

function judgeAuthority(trust: Trust, { certificate, time, existed }: Authority): CertificateOpinion {
  const isProved = existed < trust.at
  return judgeCertificate(trust, { certificate, purpose: 'timestamping', time: existed, isProved, ownTime: time })
}

interface Judgement {
  readonly token: ReadToken
  readonly existed: Date
  readonly opinion: CertificateOpinion
}

function findSubIndication(trust: Trust, { token, existed, opinion }: Judgement): SubIndication | null {
  if (token.fault !== null) return BROKEN[token.fault]
  if (token.time > existed) return 'TIMESTAMP_ORDER_FAILURE'
  if (token.certificate !== null && !isValidAt(token.certificate, token.time)) return 'CHAIN_CONSTRAINTS_FAILURE'
  const isWeak = token.hashes.some((hash) => findWeakness({ hash, key: token.key }, existed) !== null)
  if (isWeak && trust.policy.refuseWeakAlgorithms !== false) return 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE'
  return opinion.subIndication
}

/** An authority may only use its certificate while that is valid. */
function isValidAt(der: Uint8Array, time: Date): boolean {
  const { notBefore, notAfter } = readCertificate(der)
  return notBefore <= time && time <= notAfter
}

export interface JudgedTimes {
  /** By the document timestamp that they belong to. */
  readonly byTimestamp: ReadonlyMap<ReadSignature, JudgedTimestamp>
  readonly proofs: readonly ProvedTime[]
}

/** All document timestamps of a file. */
export function judgeDocumentTimestamps(trust: Trust, signatures: readonly ReadSignature[]): JudgedTimes {
  const byTimestamp = new Map<ReadSignature, JudgedTimestamp>()
  const proofs: ProvedTime[] = []
  const stamped = signatures.flatMap((signature) => {
    const { token, revision } = signature
    return token !== null && revision !== null ? [{ signature, token, revision }] : []
  })
  stamped.sort((left, right) => right.revision - left.revision)
  for (const { signature, token, revision } of stamped) {
    const existed = existedAt(proofs, revision) ?? trust.at
    const judged = judgeToken(trust, { kind: 'document-timestamp', token, existed })
    byTimestamp.set(signature, judged)
    if (judged.fault === null) proofs.push({ revision, time: token.time })
  }
  return { byTimestamp, proofs }
}

/** The earliest proved time of what a revision added, its signature included; null without a proof. */
export function existedAt(proofs: readonly ProvedTime[], revision: number): Date | null {
  const times = proofs.filter((proof) => proof.revision > revision).map(({ time }) => time)
  return earliest(times)
}

export function earliest(times: readonly Date[]): Date | null {
  return times.reduce<Date | null>((least, time) => (least === null || time < least ? time : least), null)
}

const MOST_TIMESTAMPS = 16

/** The CMS of the timestamps inside a signature, as far as they can be read. */
export function readSignatureTokens({ signers }: Cms): readonly Cms[] {
  return stampsIn(signers[0]).flatMap(({ bytes }) => {
    try {
      return [readCms(bytes)]
    } catch (error) {
      if (error instanceof DerError) return []
      throw error
    }
  })
}

const stampsIn = (signer: CmsSigner | undefined): readonly DerNode[] =>
  (signer?.unsigned.get(OID.signatureTimeStamp) ?? []).slice(0, MOST_TIMESTAMPS)

/** The timestamps that a signature carries inside (RFC 3161 appendix A). */
export function judgeSignatureTimestamps(
  trust: Trust,
  { cms }: ReadSignature,
  { existed, pool }: { readonly existed: Date; readonly pool: readonly Uint8Array[] },
): readonly (JudgedTimestamp | null)[] {
  const signer = cms?.signers[0]
  return stampsIn(signer).map(({ bytes }) => {
    const signature = signer?.signature ?? new Uint8Array(0)
    const token = readToken(bytes, (hash) => openHash(hash).update(signature).digest(), pool)
    return token && judgeToken(trust, { kind: 'signature-timestamp', token, existed })
  })
}
