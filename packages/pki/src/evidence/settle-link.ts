/**
 * Finds what proves that one certificate of a trusted path was not revoked: at hand first, then OCSP, then CRLs.
 *
 * Each answer is checked by path validation, and counts only when that finds the certificate good with it. An answer
 * that does not hold is remembered as a reason, and the next source is asked.
 *
 * RFC 6960, RFC 5280 §6.3.
 */
import { PkiError } from '../pki-error.ts'
import { type CertificateParts, extendedKeyUsageOf, readCertificate } from '../certificates/read-certificate.ts'
import { DerError } from '../der/der-reader.ts'
import { OID } from '../der/object-identifiers.ts'
import { validateCertificate } from '../path/validate-certificate.ts'
import type { Evidence, RevocationStatus } from '../revocation/evidence.ts'
import { findRevocationUrls } from '../revocation/find-revocation-urls.ts'
import { readOcspResponse, readOcspStatus } from '../revocation/read-ocsp-response.ts'
import { encodeOcspRequest } from './encode-ocsp-request.ts'
import {
  type EvidenceAttempt,
  type EvidenceCause,
  evidenceMissing,
  mostTelling,
  RevocationFound,
} from './evidence-cause.ts'
import type { EvidenceSearch } from './evidence-search.ts'
import { mergeEvidence, NO_EVIDENCE } from './merge-evidence.ts'

/** A certificate of a path and who issued it. */
export interface Link {
  readonly certificate: Uint8Array
  readonly issuer: Uint8Array
  /** When it must not have been revoked. */
  readonly at: Date
  /** True for an OCSP responder, about which no OCSP responder is asked again. */
  readonly isResponder?: boolean
}

/** Of a kind; an untrusted certificate could name more. */
const MOST_ADDRESSES = 4

/**
 * The evidence that the certificate was good; none when it needs none.
 * @throws PkiError EVIDENCE_MISSING with what each source said
 */
export async function settleLink(search: EvidenceSearch, link: Link): Promise<Evidence> {
  if (isSettled(link, statusWith(search, link, NO_EVIDENCE))) return NO_EVIDENCE
  const present = findAtHand(search, link)
  if (present) return present
  const attempts: EvidenceAttempt[] = []
  for (const source of sourcesOf(link)) {
    const found = await trySource(search, link, source)
    if ('cause' in found) attempts.push(found)
    else return found
  }
  throw evidenceMissing(link.certificate, { cause: mostTelling(attempts), attempts })
}

/**
 * Whether the status lets the certificate pass; a revocation after the time in question does.
 * @param proof what was asked for and says so; nothing where it was at hand
 * @throws RevocationFound
 */
function isSettled({ certificate, at }: Link, status: RevocationStatus, proof = NO_EVIDENCE): boolean {
  if (status.status !== 'revoked') return status.status !== 'unknown'
  if (status.at > at) return true
  throw new RevocationFound(certificate, { revokedAt: status.at, proof })
}

function statusWith({ anchors, pool }: EvidenceSearch, link: Link, evidence: Evidence): RevocationStatus {
  const verdict = validateCertificate({
    certificate: link.certificate,
    anchors,
    evidence: { ...evidence, certificates: [link.issuer, ...pool, ...evidence.certificates] },
    time: link.at,
    purpose: 'any',
  })
  return verdict.chain[0]?.revocation ?? { status: 'unknown', why: 'NO_PATH' }
}

/**
 * What settles it of all that is at hand: the one piece, mostly. All together are asked first, and halves after that,
 * since a file can hold thousands.
 */
function findAtHand(search: EvidenceSearch, link: Link): Evidence | null {
  const { ocsps, crls, certificates } = search.known
  let pieces: Piece[] = [
    ...ocsps.map((bytes): Piece => ({ kind: 'ocsps', bytes })),
    ...crls.map((bytes): Piece => ({ kind: 'crls', bytes })),
  ]
  const settles = (some: readonly Piece[]): boolean =>
    isSettled(link, statusWith(search, link, { ...evidenceOf(some), certificates }))
  if (pieces.length === 0 || !settles(pieces)) return null
  while (pieces.length > 1) {
    const middle = Math.ceil(pieces.length / 2)
    const half = [pieces.slice(0, middle), pieces.slice(middle)].find(settles)
    // A delta list settles nothing without its base.
    if (half === undefined) break
    pieces = half
  }
  return evidenceOf(pieces)
}

interface Piece {
  readonly kind: 'ocsps' | 'crls'
  readonly bytes: Uint8Array
}

function evidenceOf(pieces: readonly Piece[]): Evidence {
  const all = (wanted: Piece['kind']): Uint8Array[] =>
    pieces.filter(({ kind }) => kind === wanted).map(({ bytes }) => bytes)
  return { certificates: [], ocsps: all('ocsps'), crls: all('crls') }
}

interface Source {
  readonly kind: 'OCSP' | 'CRL'
  readonly url: string
}

function sourcesOf({ certificate, isResponder }: Link): readonly Source[] {
  const { ocsp, crls } = findRevocationUrls(certificate)
  const pick = (kind: Source['kind'], urls: readonly string[]): Source[] =>
    urls
      .filter((url) => URL.canParse(url))
      .slice(0, MOST_ADDRESSES)
      .map((url) => ({ kind, url }))
  return [...(isResponder ? [] : pick('OCSP', ocsp)), ...pick('CRL', crls)]
}

async function trySource(search: EvidenceSearch, link: Link, source: Source): Promise<Evidence | EvidenceAttempt> {
  const failure = (cause: EvidenceCause, detail?: string): EvidenceAttempt => {
    return { source: source.kind, host: new URL(source.url).host, cause, ...(detail === undefined ? {} : { detail }) }
  }
  try {
    const answer = await askSource(search, link, source)
    const piece = source.kind === 'CRL' ? { ...NO_EVIDENCE, crls: [answer] } : await openOcsp(search, link, answer)
    if (typeof piece === 'string') return failure(piece)
    const status = statusWith(search, link, piece)
    if (isSettled(link, status, piece)) return piece
    return status.status === 'unknown' ? failure(causeOf(status.why), status.why) : failure('LIES')
  } catch (error) {
    if (!(error instanceof PkiError) || error.code === 'EVIDENCE_MISSING') throw error
    const cause = error.code === 'REQUEST_REFUSED' ? 'FORBIDDEN_ADDRESS' : 'UNREACHABLE'
    return failure(cause, String(error.facts.reason))
  }
}

function askSource({ ask }: EvidenceSearch, link: Link, { kind, url }: Source): Promise<Uint8Array> {
  if (kind === 'CRL') return ask({ url, accept: 'application/pkix-crl' })
  return ask({
    url,
    body: encodeOcspRequest(readCertificate(link.certificate), readCertificate(link.issuer)),
    contentType: 'application/ocsp-request',
    accept: 'application/ocsp-response',
  })
}

/** The answer with what proves its responder good, where that needs a proof. */
async function openOcsp(search: EvidenceSearch, link: Link, answer: Uint8Array): Promise<Evidence | EvidenceCause> {
  const status = readOcspStatus(answer)
  if (status !== null && status !== 'successful') return 'REFUSED'
  const response = readOcspResponse(answer)
  if (response === null) return 'LIES'
  const delegate = response.certificates.flatMap(readIfPossible).find((one) => isDelegate(one, link))
  if (!delegate || delegate.extensions.has(OID.ocspNoCheck)) return { ...NO_EVIDENCE, ocsps: [answer] }
  try {
    const responder: Link = { certificate: delegate.der, issuer: link.issuer, at: link.at, isResponder: true }
    return mergeEvidence({ ...NO_EVIDENCE, ocsps: [answer] }, await settleLink(search, responder))
  } catch (error) {
    // The certificate itself may still be found in a CRL.
    if (error instanceof PkiError && error.code === 'EVIDENCE_MISSING') return 'LIES'
    throw error
  }
}

function readIfPossible(der: Uint8Array): CertificateParts[] {
  try {
    return [readCertificate(der)]
  } catch (error) {
    if (error instanceof DerError) return []
    throw error
  }
}

/** The signer of the answer, when it is not the issuer; its certificate may be exempt from checks. */
function isDelegate(certificate: CertificateParts, { issuer }: Link): boolean {
  if (Buffer.compare(certificate.issuer, readCertificate(issuer).subject) !== 0) return false
  return extendedKeyUsageOf(certificate)?.includes(OID.ekuOcspSigning) ?? false
}

function causeOf(why: string): EvidenceCause {
  if (why === 'OCSP_UNKNOWN') return 'UNKNOWN'
  return why === 'STALE' || why === 'AFTER_EXPIRY' ? 'STALE' : 'LIES'
}
