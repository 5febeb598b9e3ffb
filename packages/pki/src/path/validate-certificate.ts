/**
 * Answers whether a certificate could be relied on at a time: a valid path to an anchor on which nothing was revoked.
 *
 * Several paths are tried when the first is not valid. The verdict reports the one that came closest: a path that fails
 * only by revocation is more informative than one that fails by its form.
 *
 * RFC 5280 §6, ETSI EN 319 102-1 §5.2.6.
 */
import type { RevocationStatus } from '../revocation/evidence.ts'
import { judgeRevocation } from '../revocation/judge-revocation.ts'
import { buildPaths, type CertificatePath, type PathSearch } from './build-paths.ts'
import type { CertificateQuestion, CertificateVerdict, ChainLink, PathFault } from './certificate-verdict.ts'
import { type CertificatesByName, indexAnchors, type Inquiry, openInquiry } from './inquiry.ts'
import { type PathCertificate, readPathCertificate } from './path-certificate.ts'
import { type WorkingKey, workingKeyOf } from './public-key.ts'
import { findPathFault, type LocatedFault, type PathRequirements } from './validate-path.ts'

const NOT_JUDGED: RevocationStatus = { status: 'unknown', why: 'NOT_CHECKED' }
const IS_ANCHOR: RevocationStatus = { status: 'exempt', why: 'ANCHOR' }

/**
 * The verdict on `question.certificate`. Never throws on bad input: what cannot be read is a fault or is left aside.
 */
export function validateCertificate(question: CertificateQuestion): CertificateVerdict {
  const certificate = readPathCertificate(question.certificate)
  if (!certificate) {
    const link = { certificate: question.certificate, isAnchor: false, revocation: NOT_JUDGED }
    return { fault: 'MALFORMED', at: 0, chain: [link] }
  }
  return judgeCertificate({
    inquiry: openInquiry(question),
    anchors: indexAnchors(question.anchors),
    certificate,
    requirements: { time: question.time.getTime(), purpose: question.purpose, policies: question.policies },
    checksRevocation: question.checkRevocation ?? true,
  })
}

interface Matter {
  readonly inquiry: Inquiry
  readonly anchors: CertificatesByName
  readonly certificate: PathCertificate
  readonly requirements: PathRequirements
  readonly checksRevocation: boolean
}

interface JudgedPath {
  readonly path: CertificatePath
  readonly statuses: readonly RevocationStatus[]
  readonly fault: LocatedFault | null
}

function judgeCertificate(matter: Matter): CertificateVerdict {
  const { inquiry, anchors, certificate } = matter
  const search: PathSearch = { inquiry, anchors, time: matter.requirements.time, longest: [], forged: null }
  let closest: JudgedPath | null = null
  for (const path of buildPaths(search, certificate)) {
    const judged = judgePath(matter, path)
    if (!closest || rankOf(judged) > rankOf(closest)) closest = judged
    if (!judged.fault || inquiry.budget.paths-- <= 0) break
  }
  return closest ? describePath(closest) : describeFailure(search)
}

/** How far a path came: the faults that only a whole path has come last. */
const RANKS: readonly (PathFault | null)[] = ['EXPIRED', 'REVOCATION_UNKNOWN', 'REVOKED_CA', 'REVOKED', null]
const rankOf = ({ fault }: JudgedPath): number => RANKS.indexOf(fault?.fault ?? null)

function judgePath(matter: Matter, path: CertificatePath): JudgedPath {
  const fault = findPathFault(matter.inquiry, path, matter.requirements)
  const statuses = path.map((_, index) => (index === path.length - 1 ? IS_ANCHOR : NOT_JUDGED))
  if (!matter.checksRevocation) return { path, statuses, fault }
  const keys = workingKeys(path)
  for (let index = 0; index < path.length - 1; index++) {
    statuses[index] = judgeLink(matter, { path, keys, index })
  }
  return { path, statuses, fault: fault ?? findRevocationFault(statuses) }
}

/** The key of each certificate on the path, parameters inherited. */
function workingKeys(path: CertificatePath): (WorkingKey | null)[] {
  const keys: (WorkingKey | null)[] = []
  for (const certificate of [...path].reverse()) keys.unshift(workingKeyOf(certificate, keys[0] ?? null))
  return keys
}

interface Link {
  readonly path: CertificatePath
  readonly keys: readonly (WorkingKey | null)[]
  readonly index: number
}

function judgeLink(matter: Matter, { path, keys, index }: Link): RevocationStatus {
  const [certificate, issuer, issuerKey] = [path[index], path[index + 1], keys[index + 1]?.key]
  const anchor = path.at(-1)
  if (!certificate || !issuer || !issuerKey || !anchor) return NOT_JUDGED
  const authorities = path.slice(index + 1).map(({ subject }) => subject.key)
  const findStatus = (sought: PathCertificate, time: number): RevocationStatus =>
    judgeRevocation({
      ...{ inquiry: matter.inquiry, issuer, issuerKey, authorities, findStatus, time },
      certificate: sought,
      isReliable: (signer, at) => isReliable(matter, { signer, anchor, at }),
    })
  return findStatus(certificate, matter.requirements.time)
}

/** Whether the signer of a CRL has a valid path, which must end in the same anchor. */
function isReliable(
  { inquiry }: Matter,
  { signer, anchor, at }: { signer: PathCertificate; anchor: PathCertificate; at: number },
): boolean {
  if (inquiry.underJudgement.includes(signer) || inquiry.budget.paths-- <= 0) return false
  const verdict = judgeCertificate({
    ...{ inquiry, certificate: signer, checksRevocation: true },
    anchors: new Map([[anchor.subject.key, [anchor]]]),
    requirements: { time: at, purpose: 'any' },
  })
  return verdict.fault === null
}

/** From the anchor down: a revoked authority invalidates everything below. */
function findRevocationFault(statuses: readonly RevocationStatus[]): LocatedFault | null {
  const revoked = statuses.findLastIndex(({ status }) => status === 'revoked')
  if (revoked >= 0) return { fault: revoked === 0 ? 'REVOKED' : 'REVOKED_CA', at: revoked }
  const open = statuses.findLastIndex(({ status }) => status === 'unknown')
  return open >= 0 ? { fault: 'REVOCATION_UNKNOWN', at: open } : null
}

function describePath({ path, statuses, fault }: JudgedPath): CertificateVerdict {
  const chain = path.map((certificate, index) => ({
    certificate: certificate.der,
    isAnchor: index === path.length - 1,
    revocation: statuses[index] ?? NOT_JUDGED,
  }))
  return { fault: fault?.fault ?? null, at: fault?.at ?? null, chain }
}

function describeFailure({ longest, forged }: PathSearch): CertificateVerdict {
  const links = (path: CertificatePath): ChainLink[] =>
    path.map(({ der }) => ({ certificate: der, isAnchor: false, revocation: NOT_JUDGED }))
  if (forged && forged.length >= longest.length) {
    return { fault: 'SIGNATURE', at: forged.length - 1, chain: links(forged) }
  }
  return { fault: 'NO_PATH', at: null, chain: links(longest) }
}
