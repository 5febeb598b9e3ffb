/**
 * Collects everything that a later validation needs without a network: issuers, OCSP answers, CRLs.
 *
 * Complete or an error: the evidence covers every certificate of every path up to the trust anchor. What can be
 * found above the anchor is included, for validators that trust a higher one.
 *
 * ETSI EN 319 142-1 §5.4 and §6.3 (B-LT).
 */
import { PkiError } from '../pki-error.ts'
import type { GuardedFetcher } from '../outgoing/create-guarded-fetcher.ts'
import type { ChainLink } from '../path/certificate-verdict.ts'
import { validateCertificate } from '../path/validate-certificate.ts'
import type { Evidence } from '../revocation/evidence.ts'
import { climbAbove } from './climb-above.ts'
import { evidenceMissing } from './evidence-cause.ts'
import { askOnce, type EvidenceSearch } from './evidence-search.ts'
import { findChain } from './find-chain.ts'
import { mergeEvidence, NO_EVIDENCE, unrepeated } from './merge-evidence.ts'
import { settleLink } from './settle-link.ts'

export interface EvidenceRequest {
  /** DER of the certificates in question: signers and timestamp authorities. */
  readonly certificates: readonly Uint8Array[]
  /** DER of certificates that may be their issuers, such as everything in a CMS. */
  readonly pool: readonly Uint8Array[]
  /** DER of the trusted certificates. */
  readonly anchors: readonly Uint8Array[]
  readonly fetcher: GuardedFetcher
  /** When the certificates must have been valid and not revoked. */
  readonly at: Date
  /** Evidence from before; what it settles is not asked again. */
  readonly known?: Evidence | undefined
  /**
   * Origins from which an issuer may be fetched although no path to an anchor is known yet; none by default. `any` is
   * for people who work on their own files: on a server the address in an untrusted certificate makes the server send
   * requests for others.
   */
  readonly issuerOrigins?: readonly string[] | 'any' | undefined
}

/**
 * The evidence for the certificates and all that stand above them.
 * @throws PkiError EVIDENCE_MISSING with `subject`, `cause` and, by source, `attempts`
 */
export async function gatherEvidence(request: EvidenceRequest): Promise<Evidence> {
  const { known = NO_EVIDENCE, anchors, issuerOrigins = [] } = request
  const search: EvidenceSearch = {
    anchors,
    pool: unrepeated([...request.pool, ...known.certificates]),
    known,
    ask: askOnce(request.fetcher),
    mayFetchIssuer: (address) => issuerOrigins === 'any' || issuerOrigins.includes(new URL(address).origin),
  }
  const certificates = unrepeated(request.certificates)
  return mergeEvidence(...(await allOrFirstError(certificates.map((one) => gatherPath(search, one, request.at)))))
}

async function gatherPath(search: EvidenceSearch, certificate: Uint8Array, at: Date): Promise<Evidence> {
  const chain = await findChain(search, certificate, at)
  const links = chain.slice(0, -1).flatMap((link, index) => linkOf(link, chain[index + 1], at))
  const settled = await allOrFirstError(links.map((link) => settleLink(search, link)))
  const certificates = chain.map((link) => link.certificate)
  const evidence = completed(search, mergeEvidence({ ...NO_EVIDENCE, certificates }, ...settled), { certificate, at })
  const higher = await climbAbove(search, certificates.at(-1)!, at)
  if (higher === null) return evidence
  return completedIfPossible({ ...search, anchors: [higher.top] }, mergeEvidence(evidence, higher.evidence), {
    certificate,
    at,
  })
}

interface Question {
  readonly certificate: Uint8Array
  readonly at: Date
}

function completedIfPossible(search: EvidenceSearch, evidence: Evidence, question: Question): Evidence {
  try {
    return completed(search, evidence, question)
  } catch (error) {
    if (error instanceof PkiError && error.code === 'EVIDENCE_MISSING') return evidence
    throw error
  }
}

/** The evidence once it suffices by itself, if need be with all certificates at hand: a CRL may have its own signer. */
function completed({ anchors, pool }: EvidenceSearch, evidence: Evidence, { certificate, at }: Question): Evidence {
  const faultWith = (tried: Evidence) =>
    validateCertificate({ certificate, anchors, evidence: tried, time: at, purpose: 'any' }).fault
  if (faultWith(evidence) === null) return evidence
  const whole = mergeEvidence(evidence, { ...NO_EVIDENCE, certificates: pool })
  const fault = faultWith(whole)
  if (fault === null) return whole
  throw evidenceMissing(certificate, { cause: 'INVALID', fault })
}

const linkOf = ({ certificate, isAnchor }: ChainLink, issuer: ChainLink | undefined, at: Date) =>
  isAnchor || issuer === undefined ? [] : [{ certificate, issuer: issuer.certificate, at }]

/** Waits for all, so that nothing goes on behind the caller's back, and throws the error of the first that failed. */
async function allOrFirstError<Value>(work: readonly Promise<Value>[]): Promise<Value[]> {
  const results = await Promise.allSettled(work)
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}
