/**
 * What the OCSP answers at hand prove of one certificate.
 *
 * An answer counts when the issuer signed it with the key that signed the certificate, or a responder to whom that same
 * key gave a certificate for this purpose. Such a responder must not be revoked itself, unless it is exempt, or its
 * certificate names no way to find out.
 *
 * RFC 6960 §3.2, §4.1.1 (CertID), §4.2.2.2 (responders), RFC 6277 (digests).
 */
import { createHash } from 'node:crypto'
import { equalBytes } from '../cms/verify-signed-data.ts'
import { findPurposeFault } from '../path/certificate-purpose.ts'
import { isSignedWithin, keyHashOf } from '../path/inquiry.ts'
import { type PathCertificate, readPathCertificate } from '../path/path-certificate.ts'
import { ownKeyOf } from '../path/public-key.ts'
import { isSoundKey } from '../algorithms/algorithm-strength.ts'
import { isStrong } from '../path/validate-path.ts'
import { findRevocationUrls } from './find-revocation-urls.ts'
import type { OcspResponse, OcspSingle } from './read-ocsp-response.ts'
import { type Finding, findTimeCause, signerTime, type StatusQuestion } from './status-question.ts'

/** Certificates of an answer that are looked at before all others. */
const MOST_SENT = 10

/** One finding for each answer that speaks of the certificate. */
export function judgeOcspResponses(question: StatusQuestion): Finding[] {
  return question.inquiry.ocsps.flatMap((response) =>
    response.singles
      .filter((single) => isAbout(single, question))
      .map((single) => judgeSingle(question, response, single)),
  )
}

interface IssuerHashes {
  /** Of the name as the issuer writes it, and of its key. */
  readonly name: Uint8Array
  readonly key: Uint8Array
}

const hashesBefore = new WeakMap<PathCertificate, Map<string, IssuerHashes>>()

function issuerHashes(issuer: PathCertificate, hash: string): IssuerHashes {
  const known = hashesBefore.get(issuer) ?? new Map<string, IssuerHashes>()
  hashesBefore.set(issuer, known)
  const hashes = known.get(hash) ?? {
    name: digest(hash, issuer.subjectDer),
    key: digest(hash, issuer.publicKeyBits),
  }
  known.set(hash, hashes)
  return hashes
}

const digest = (hash: string, octets: Uint8Array): Uint8Array => createHash(hash).update(octets).digest()

function isAbout({ hash, serialNumber, issuerNameHash, issuerKeyHash }: OcspSingle, question: StatusQuestion): boolean {
  const { certificate, issuer } = question
  if (hash === null || !equalBytes(serialNumber, certificate.serialNumber)) return false
  const wanted = issuerHashes(issuer, hash)
  if (!equalBytes(wanted.key, issuerKeyHash)) return false
  // The certificate may write the name of its issuer in other string types than the issuer itself.
  return equalBytes(wanted.name, issuerNameHash) || equalBytes(digest(hash, certificate.issuerDer), issuerNameHash)
}

function judgeSingle(question: StatusQuestion, response: OcspResponse, single: OcspSingle): Finding {
  if (response.hasUnknownCritical || single.hasUnknownCritical) return { status: 'unknown', why: 'OCSP_EXTENSION' }
  if (question.inquiry.refusesWeak && !isStrong(response, signerTime(question, response.producedAt))) {
    return { status: 'unknown', why: 'WEAK_ALGORITHM' }
  }
  if (!isSignedByIssuer(question, response) && !isSignedByResponder(question, response)) {
    return { status: 'unknown', why: 'OCSP_SIGNER' }
  }
  return readFinding(question, single)
}

function readFinding(question: StatusQuestion, single: OcspSingle): Finding {
  const { status, revokedAt, reason, thisUpdate, nextUpdate } = single
  if (status === 'unknown') return { status, why: 'OCSP_UNKNOWN' }
  if (revokedAt && revokedAt.getTime() <= question.time) {
    return { status: 'revoked', source: 'ocsp', at: revokedAt, reason, thisUpdate }
  }
  const why = findTimeCause(question, { thisUpdate, nextUpdate, coversExpiredSince: single.archiveCutoff })
  return why ? { status: 'unknown', why } : { status: 'good', source: 'ocsp', thisUpdate, nextUpdate }
}

function isResponder({ responder }: OcspResponse, certificate: PathCertificate): boolean {
  if ('name' in responder) return responder.name.key === certificate.subject.key
  return Buffer.from(responder.keyHash).toString('hex') === keyHashOf(certificate)
}

function isSignedByIssuer({ inquiry, issuer, issuerKey }: StatusQuestion, response: OcspResponse): boolean {
  return isResponder(response, issuer) && isSignedWithin(inquiry, response, issuerKey)
}

function isSignedByResponder(question: StatusQuestion, response: OcspResponse): boolean {
  const time = signerTime(question, response.producedAt)
  return [...findResponders(question, response)].some((responder) => {
    const key = ownKeyOf(responder)
    if (!key || key === 'inherits') return false
    return isSignedWithin(question.inquiry, response, key.key) && mayAnswer(question, responder, time)
  })
}

/** Those that came with the answer first: over the years one name may have had many keys. */
function findResponders({ inquiry }: StatusQuestion, response: OcspResponse): Set<PathCertificate> {
  const { responder, certificates } = response
  const sent = certificates.slice(0, MOST_SENT).flatMap((der) => readPathCertificate(der) ?? [])
  const others =
    'name' in responder
      ? inquiry.pool.get(responder.name.key)
      : inquiry.poolByKey.get(Buffer.from(responder.keyHash).toString('hex'))
  return new Set([...sent.filter((one) => isResponder(response, one)), ...(others ?? [])])
}

function mayAnswer(question: StatusQuestion, responder: PathCertificate, time: number): boolean {
  const { inquiry, issuer, issuerKey, findStatus } = question
  if (responder.issuer.key !== issuer.subject.key || !isSignedWithin(inquiry, responder, issuerKey)) return false
  if (time < responder.notBefore || time > responder.notAfter || responder.extensions.hasUnknownCritical) return false
  if (findPurposeFault(responder, 'ocsp-signing') || !isStrongResponder(question, responder, time)) return false
  const { status } = findStatus(responder, time)
  return status === 'good' || status === 'exempt' || (status === 'unknown' && isBeyondChecks(responder))
}

/** An authority that names no way to check its responder leaves it to us; evidence against it still counts. */
const isBeyondChecks = ({ der, extensions }: PathCertificate): boolean =>
  extensions.distributionPoints === null && findRevocationUrls(der).ocsp.length === 0

function isStrongResponder({ inquiry }: StatusQuestion, responder: PathCertificate, time: number): boolean {
  if (!inquiry.refusesWeak) return true
  const key = ownKeyOf(responder)
  return isStrong(responder, time) && key !== null && key !== 'inherits' && isSoundKey(key.key, time)
}
