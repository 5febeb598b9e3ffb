/**
 * What the OCSP answers at hand prove of one certificate.
 *
 * An answer counts when the issuer signed it with the key that signed the certificate, or a responder to whom that same
 * key gave a certificate for this purpose. Such a responder must not be revoked itself, unless it is exempt.
 *
 * Difficulty: high. RFC 6960 §3.2, §4.1.1 (CertID), §4.2.2.2 (responders), RFC 6277 (digests).
 */
import { createHash } from 'node:crypto'
import { equalBytes } from '../cms/verify-signed-data.ts'
import { findPurposeFault } from '../path/certificate-purpose.ts'
import { isSignedWithin } from '../path/inquiry.ts'
import { type PathCertificate, readPathCertificate } from '../path/path-certificate.ts'
import { keyBitsOf, ownKeyOf } from '../path/public-key.ts'
import { isSoundKey } from '../path/algorithm-strength.ts'
import { isStrong } from '../path/validate-path.ts'
import type { OcspResponse, OcspSingle } from './read-ocsp-response.ts'
import { type Finding, findTimeCause, signerTime, type StatusQuestion } from './status-question.ts'

/** One finding for each answer that speaks of the certificate. */
export function judgeOcspResponses(question: StatusQuestion): Finding[] {
  return question.inquiry.ocsps.flatMap((response) =>
    response.singles
      .filter((single) => isAbout(single, question))
      .map((single) => judgeSingle(question, response, single)),
  )
}

const hashesBefore = new WeakMap<PathCertificate, Map<string, { name: Uint8Array; key: Uint8Array }>>()

function issuerHashes(issuer: PathCertificate, hash: string) {
  const known = hashesBefore.get(issuer) ?? new Map<string, { name: Uint8Array; key: Uint8Array }>()
  hashesBefore.set(issuer, known)
  const digest = (octets: Uint8Array): Uint8Array => createHash(hash).update(octets).digest()
  const hashes = known.get(hash) ?? { name: digest(issuer.subjectDer), key: digest(keyBitsOf(issuer.publicKeyInfo)) }
  known.set(hash, hashes)
  return hashes
}

function isAbout({ hash, serialNumber, issuerNameHash, issuerKeyHash }: OcspSingle, question: StatusQuestion): boolean {
  const { certificate, issuer } = question
  if (hash === null || !equalBytes(serialNumber, certificate.serialNumber)) return false
  const wanted = issuerHashes(issuer, hash)
  return equalBytes(wanted.name, issuerNameHash) && equalBytes(wanted.key, issuerKeyHash)
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
  return equalBytes(responder.keyHash, issuerHashes(certificate, 'sha1').key)
}

function isSignedByIssuer({ inquiry, issuer, issuerKey }: StatusQuestion, response: OcspResponse): boolean {
  return isResponder(response, issuer) && isSignedWithin(inquiry, response, issuerKey)
}

function isSignedByResponder(question: StatusQuestion, response: OcspResponse): boolean {
  const time = signerTime(question, response.producedAt)
  return findResponders(question, response).some((responder) => {
    const key = ownKeyOf(responder)
    if (!key || key === 'inherits') return false
    return isSignedWithin(question.inquiry, response, key.key) && mayAnswer(question, responder, time)
  })
}

/** Those in the answer, and those at hand of the issuer's. */
function findResponders({ inquiry }: StatusQuestion, response: OcspResponse): PathCertificate[] {
  const embedded = response.certificates.flatMap((der) => readPathCertificate(der) ?? [])
  const { responder } = response
  const named = 'name' in responder ? (inquiry.pool.get(responder.name.key) ?? []) : [...inquiry.pool.values()].flat()
  return [...new Set([...embedded, ...named])].filter((certificate) => isResponder(response, certificate))
}

function mayAnswer(question: StatusQuestion, responder: PathCertificate, time: number): boolean {
  const { inquiry, issuer, issuerKey, findStatus } = question
  if (responder.issuer.key !== issuer.subject.key || !isSignedWithin(inquiry, responder, issuerKey)) return false
  if (time < responder.notBefore || time > responder.notAfter || responder.extensions.hasUnknownCritical) return false
  if (findPurposeFault(responder, 'ocsp-signing') || !isStrongResponder(question, responder, time)) return false
  const { status } = findStatus(responder, time)
  return status === 'good' || status === 'exempt'
}

function isStrongResponder({ inquiry }: StatusQuestion, responder: PathCertificate, time: number): boolean {
  if (!inquiry.refusesWeak) return true
  const key = ownKeyOf(responder)
  return isStrong(responder, time) && key !== null && key !== 'inherits' && isSoundKey(key.key, time)
}
