/**
 * Finds paths from a certificate to a trust anchor among certificates in no order.
 *
 * Names lead from one to the next and signatures prove it at once, so what does not belong is dropped before it can
 * multiply. Cross certificates and renewed authorities give several paths; they come out one by one, the likeliest
 * first, until one is valid or the work allowed is done.
 *
 * A pool of authorities that certify each other holds more paths than can be counted.
 *
 * RFC 5280 §6.1 (building is left open by it), RFC 4158 §2.4 and §3 (order, loops).
 */
import { equalBytes } from '../cms/verify-signed-data.ts'
import { type CertificatesByName, type Inquiry, isSignedWithin } from './inquiry.ts'
import type { PathCertificate } from './path-certificate.ts'
import { ownKeyOf } from './public-key.ts'

/** The certificate first, its anchor last. */
export type CertificatePath = readonly PathCertificate[]

export interface PathSearch {
  readonly inquiry: Inquiry
  readonly anchors: CertificatesByName
  readonly time: number
  /** Filled by the search: as far as issuers were found. */
  longest: CertificatePath
  /** Filled by the search: the deepest certificate whose issuer is there by name and did not sign it. */
  forged: CertificatePath | null
}

const LONGEST_PATH = 14

/** Paths that end in an anchor; each link is proved, except below a key whose parameters stand above it. */
export function* buildPaths(search: PathSearch, certificate: PathCertificate): Generator<CertificatePath> {
  if (search.anchors.get(certificate.subject.key)?.some((anchor) => equalBytes(anchor.der, certificate.der))) {
    yield [certificate]
  }
  yield* extendPath(search, [certificate])
}

function* extendPath(search: PathSearch, path: CertificatePath): Generator<CertificatePath> {
  if (path.length > search.longest.length) search.longest = path
  const last = path.at(-1)
  if (!last || path.length >= LONGEST_PATH) return
  const anchors = search.anchors.get(last.issuer.key) ?? []
  for (const anchor of anchors) {
    if (search.inquiry.budget.steps-- <= 0) return
    if (isLinked(search, path, anchor)) yield [...path, anchor]
  }
  for (const candidate of orderCandidates(search, last)) {
    if (search.inquiry.budget.steps-- <= 0) return
    const isKnown = [...path, ...anchors].some((known) => isSameEntity(known, candidate))
    if (!isKnown && isLinked(search, path, candidate)) yield* extendPath(search, [...path, candidate])
  }
}

/** An entity is a name and a key: meeting it twice only makes a path longer. */
const isSameEntity = (left: PathCertificate, right: PathCertificate): boolean =>
  left.subject.key === right.subject.key && equalBytes(left.publicKeyInfo, right.publicKeyInfo)

function isLinked(search: PathSearch, path: CertificatePath, issuer: PathCertificate): boolean {
  const last = path.at(-1)
  const key = ownKeyOf(issuer)
  if (!last || !key) return false
  if (key === 'inherits' || isSignedWithin(search.inquiry, last, key.key)) return true
  if (path.length > (search.forged?.length ?? 0) && isMeant(search, last, issuer)) search.forged = path
  return false
}

/**
 * Whether `last` says that it is of this issuer, and not of another authority of that name: one that its key identifier
 * excludes, or itself.
 */
function isMeant({ inquiry }: PathSearch, last: PathCertificate, issuer: PathCertificate): boolean {
  if (identifierRank(last, issuer) === CONTRADICTED) return false
  const own = last.issuer.key === last.subject.key ? ownKeyOf(last) : null
  return own === null || own === 'inherits' || !isSignedWithin(inquiry, last, own.key)
}

/** Issuers that the key identifier names come first, then those that say nothing; of each, those valid at the time. */
function orderCandidates({ inquiry, time }: PathSearch, last: PathCertificate): PathCertificate[] {
  const ranks: PathCertificate[][] = [[], [], [], [], [], []]
  for (const candidate of inquiry.pool.get(last.issuer.key) ?? []) {
    const isOutdated = time < candidate.notBefore || time > candidate.notAfter
    ranks[2 * identifierRank(last, candidate) + Number(isOutdated)]?.push(candidate)
  }
  return ranks.flat()
}

/** The rank of an issuer that the key identifier excludes. */
const CONTRADICTED = 2

function identifierRank(last: PathCertificate, candidate: PathCertificate): number {
  const wanted = last.extensions.authorityKeyIdentifier
  const identifier = candidate.extensions.subjectKeyIdentifier
  if (!wanted || !identifier) return 1
  return equalBytes(wanted, identifier) ? 0 : CONTRADICTED
}
