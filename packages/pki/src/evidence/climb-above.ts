/**
 * Continues above the anchor, as far as issuers can be found, so that the evidence also serves validators that trust
 * a higher authority.
 *
 * Configuration vouches for the anchor, and by that for the addresses in it and for what they give.
 * It does not vouch for an issuer that only came with a file: the holder of any authority can certify the key of
 * another one again, with addresses of their choice. For such an issuer only evidence at hand is used.
 *
 * What is missing above the anchor is no error. A validator that trusts the anchor does not need it.
 */
import { PkiError } from '../pki-error.ts'
import { isIssuedBy, parseCertificate } from '../certificates/parse-certificate.ts'
import { readCertificate } from '../certificates/read-certificate.ts'
import { DerError } from '../der/der-reader.ts'
import type { Evidence } from '../revocation/evidence.ts'
import type { EvidenceSearch } from './evidence-search.ts'
import { fetchIssuers } from './find-chain.ts'
import { mergeEvidence, NO_EVIDENCE } from './merge-evidence.ts'
import { settleLink } from './settle-link.ts'

export interface HigherEvidence {
  readonly evidence: Evidence
  /** DER of the certificate at which the climb ended. */
  readonly top: Uint8Array
}

const LONGEST_PATH = 14

/**
 * The issuers above `anchor` with the evidence for it and for them; null when there is none.
 * @param at when they must have been valid and not revoked
 */
export async function climbAbove(search: EvidenceSearch, anchor: Uint8Array, at: Date): Promise<HigherEvidence | null> {
  const steps: Step[] = [{ certificate: anchor, isVouchedFor: true }]
  for (let last = steps[0]; last && steps.length < LONGEST_PATH; last = steps.at(-1)) {
    const issuer = await findIssuer(search, { last, below: steps, at })
    if (!issuer) break
    steps.push(issuer)
  }
  const top = steps.at(-1)!.certificate
  if (steps.length === 1) return null
  const parts: Evidence[] = [{ ...NO_EVIDENCE, certificates: steps.map(({ certificate }) => certificate) }]
  for (const [index, { certificate, isVouchedFor }] of steps.slice(0, -1).entries()) {
    const place = { ...search, anchors: [top], ask: isVouchedFor ? search.ask : refuse }
    parts.push(await settleIfPossible(place, { certificate, issuer: steps[index + 1]!.certificate, at }))
  }
  return { evidence: mergeEvidence(...parts), top }
}

interface Step {
  readonly certificate: Uint8Array
  /** Whether its addresses may be asked, whatever their origin. */
  readonly isVouchedFor: boolean
}

interface Place {
  readonly last: Step
  readonly below: readonly Step[]
  readonly at: Date
}

/** A root if there is one, else what an address gives that can be relied on, else whatever is at hand. */
async function findIssuer(search: EvidenceSearch, place: Place): Promise<Step | undefined> {
  const { last } = place
  if (isSelfIssued(last.certificate)) return undefined
  const [atHand] = issuersAmong(search.anchors, place).map((certificate) => ({ certificate, isVouchedFor: true }))
  const [present] = issuersAmong(search.pool, place).map((certificate) => ({ certificate, isVouchedFor: false }))
  const root = [atHand, present].find((step) => step && isSelfIssued(step.certificate))
  if (root ?? atHand) return root ?? atHand
  const mayFetchIssuer = last.isVouchedFor ? () => true : search.mayFetchIssuer
  // With an empty pool, so that what is at hand already comes back vouched for.
  const fetched = await fetchIssuers({ ...search, pool: [], mayFetchIssuer }, last.certificate, [])
  search.pool.push(...fetched)
  const [fresh] = issuersAmong(fetched, place)
  return fresh ? { certificate: fresh, isVouchedFor: last.isVouchedFor } : present
}

/** Those that were valid then come first, and of each kind the roots. */
function issuersAmong(candidates: readonly Uint8Array[], { last, below, at }: Place): readonly Uint8Array[] {
  const isNew = (one: Uint8Array): boolean =>
    !below.some(({ certificate }) => Buffer.compare(certificate, one) === 0) && isIssuer(last.certificate, one)
  const rankOf = (one: Uint8Array): number => 2 * Number(!wasValid(one, at)) + Number(!isSelfIssued(one))
  return candidates.filter(isNew).toSorted((left, right) => rankOf(left) - rankOf(right))
}

function isIssuer(certificate: Uint8Array, issuer: Uint8Array): boolean {
  try {
    return isIssuedBy(parseCertificate(certificate), parseCertificate(issuer))
  } catch {
    return false
  }
}

const isSelfIssued = (certificate: Uint8Array): boolean => isIssuer(certificate, certificate)

function wasValid(certificate: Uint8Array, at: Date): boolean {
  try {
    const { notBefore, notAfter } = readCertificate(certificate)
    return notBefore <= at && at <= notAfter
  } catch (error) {
    if (error instanceof DerError) return false
    throw error
  }
}

const refuse: EvidenceSearch['ask'] = () => Promise.reject(new PkiError('REQUEST_REFUSED', { reason: 'UNVOUCHED' }))

async function settleIfPossible(search: EvidenceSearch, link: Parameters<typeof settleLink>[1]): Promise<Evidence> {
  try {
    return await settleLink(search, link)
  } catch (error) {
    if (error instanceof PkiError && error.code === 'EVIDENCE_MISSING') return NO_EVIDENCE
    throw error
  }
}
