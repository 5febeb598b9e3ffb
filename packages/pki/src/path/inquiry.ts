/**
 * What one question is answered from: anchors, the pool of certificates, the evidence, and how much work may be done.
 *
 * Answering asks further questions (the signer of a CRL has a certificate of its own), which share all of this.
 *
 * The work is counted and not timed, so the same question always has the same answer.
 */
import { createHash, type KeyObject } from 'node:crypto'
import { type Crl, readCrl } from '../revocation/read-crl.ts'
import type { Evidence } from '../revocation/evidence.ts'
import { type OcspResponse, readOcspResponse } from '../revocation/read-ocsp-response.ts'
import type { CertificateQuestion } from './certificate-verdict.ts'
import { type PathCertificate, readPathCertificate, type SignedStructure } from './path-certificate.ts'
import { isSignedWith } from './public-key.ts'

export type CertificatesByName = ReadonlyMap<string, readonly PathCertificate[]>

export interface Inquiry {
  /** Certificates by the key of their subject. */
  readonly pool: CertificatesByName
  /** The same by the SHA-1 of their key, in hex. */
  readonly poolByKey: ReadonlyMap<string, readonly PathCertificate[]>
  readonly ocsps: readonly OcspResponse[]
  /** CRLs by the key of their issuer. */
  readonly crls: ReadonlyMap<string, readonly Crl[]>
  readonly refusesWeak: boolean
  /** Certificates whose status is being sought: what depends on itself proves nothing. */
  readonly underJudgement: PathCertificate[]
  readonly budget: { signatures: number; steps: number; paths: number }
}

const MOST_CERTIFICATES = 3000
const MOST_OF_A_NAME = 500
const MOST_ANSWERS = 3000
const BUDGET = { signatures: 400, steps: 2000, paths: 100 } as const

type ReadEvidence = Pick<Inquiry, 'pool' | 'poolByKey' | 'ocsps' | 'crls'>
const evidenceBefore = new WeakMap<Evidence, ReadEvidence>()
const anchorsBefore = new WeakMap<
  readonly Uint8Array[],
  { readonly count: number; readonly index: CertificatesByName }
>()

/** The same evidence is asked about every certificate of a file, so it is read once. */
export function openInquiry({ evidence, refuseWeakAlgorithms = true }: CertificateQuestion): Inquiry {
  const known = evidenceBefore.get(evidence) ?? readEvidence(evidence)
  evidenceBefore.set(evidence, known)
  return { ...known, refusesWeak: refuseWeakAlgorithms, underJudgement: [], budget: { ...BUDGET } }
}

/** Trust anchors by their subject. They come from configuration, and there may be thousands of them. */
export function indexAnchors(anchors: readonly Uint8Array[]): CertificatesByName {
  const known = anchorsBefore.get(anchors)
  if (known?.count === anchors.length) return known.index
  const index = indexCertificates(anchors)
  anchorsBefore.set(anchors, { count: anchors.length, index })
  return index
}

function readEvidence({ certificates, ocsps, crls }: Evidence): ReadEvidence {
  const answers = ocsps.slice(0, MOST_ANSWERS).flatMap((der) => readOcspResponse(der) ?? [])
  const embedded = answers.flatMap((answer) => answer.certificates)
  const pool = indexCertificates([...certificates, ...embedded].slice(0, MOST_CERTIFICATES), MOST_OF_A_NAME)
  return {
    pool,
    poolByKey: groupBy([...pool.values()].flat(), keyHashOf),
    ocsps: answers,
    crls: groupBy(
      crls.slice(0, MOST_ANSWERS).flatMap((der) => readCrl(der) ?? []),
      (crl) => crl.issuer.key,
    ),
  }
}

/** Certificates that can be read, by subject; the same one once. */
function indexCertificates(ders: readonly Uint8Array[], mostOfAName = Infinity): CertificatesByName {
  const certificates = ders.flatMap((der) => readPathCertificate(der) ?? [])
  const groups = groupBy(new Set(certificates), (certificate) => certificate.subject.key)
  return new Map([...groups].map(([name, group]) => [name, group.slice(0, mostOfAName)]))
}

function groupBy<T>(members: Iterable<T>, keyOf: (member: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const member of members) {
    const key = keyOf(member)
    const group = groups.get(key)
    if (group) group.push(member)
    else groups.set(key, [member])
  }
  return groups
}

/** As OCSP answers name who signed them. */
export const keyHashOf = ({ publicKeyBits }: PathCertificate): string =>
  createHash('sha1').update(publicKeyBits).digest('hex')

const verified = new WeakMap<SignedStructure, WeakMap<KeyObject, boolean>>()

/** Whether `key` made the signature; false as well when the question has cost too much already. */
export function isSignedWithin(inquiry: Inquiry, signed: SignedStructure, key: KeyObject): boolean {
  const answers = verified.get(signed) ?? new WeakMap<KeyObject, boolean>()
  verified.set(signed, answers)
  const known = answers.get(key)
  if (known !== undefined) return known
  if (inquiry.budget.signatures-- <= 0) return false
  const answer = isSignedWith(signed, key)
  answers.set(key, answer)
  return answer
}
