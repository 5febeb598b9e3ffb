/**
 * What the CRLs at hand prove of one certificate.
 *
 * Lists may cover only some reasons for a revocation, so "not listed" counts when together they cover all of them. A
 * delta list is read on top of the complete one that it belongs to.
 *
 * RFC 5280 §6.3.3; the path of a list's signer must end in the same anchor (§6.3.3 (f)).
 */
import type { KeyObject } from 'node:crypto'
import { DerError } from '../der/der-reader.ts'
import { equalBytes } from '../cms/verify-signed-data.ts'
import { type Inquiry, isSignedWithin } from '../path/inquiry.ts'
import { isSoundKey } from '../algorithms/algorithm-strength.ts'
import type { PathCertificate } from '../path/path-certificate.ts'
import { KEY_USAGE } from '../path/path-extensions.ts'
import { ownKeyOf } from '../path/public-key.ts'
import { isStrong } from '../path/validate-path.ts'
import { ALL_REASONS, type DistributionPoint } from './distribution-points.ts'
import { type CrlEntry, findCrlEntry } from './find-crl-entry.ts'
import { crlIssuersOf, fitsPoint, implicitPoint } from './match-distribution-point.ts'
import type { Crl } from './read-crl.ts'
import {
  type Finding,
  findTimeCause,
  HOLD,
  signerTime,
  type StatusQuestion,
  type UnknownCause,
} from './status-question.ts'

/** CRLReason removeFromCRL: the certificate was on hold and no longer is. */
const REMOVED = 8

/** A finding for each list that speaks of the certificate, and one for those that cover all reasons only together. */
export function judgeCrls(question: StatusQuestion): Finding[] {
  const { certificate, inquiry } = question
  const points = [...(certificate.extensions.distributionPoints ?? []), implicitPoint(certificate)]
  const findings: Finding[] = []
  const partial: Extract<Finding, { status: 'good' }>[] = []
  let reasons = 0
  for (const point of points) {
    for (const crl of crlIssuersOf(point, certificate).flatMap((key) => inquiry.crls.get(key) ?? [])) {
      if (crl.baseNumber !== null) continue
      const finding = judgeCrl(question, point, crl)
      const covered = (crl.issuingPoint?.reasons ?? ALL_REASONS) & (point.reasons ?? ALL_REASONS)
      if (finding.status !== 'good' || covered === ALL_REASONS) findings.push(finding)
      else partial.push(finding)
      if (finding.status === 'good') reasons |= covered
    }
  }
  return [...findings, ...joinPartial(partial, reasons)]
}

function joinPartial(partial: readonly Extract<Finding, { status: 'good' }>[], reasons: number): Finding[] {
  const oldest = [...partial].sort((left, right) => left.thisUpdate.getTime() - right.thisUpdate.getTime())[0]
  if (!oldest) return []
  return reasons === ALL_REASONS ? [oldest] : [{ status: 'unknown', why: 'REASONS_INCOMPLETE' }]
}

const unknown = (why: UnknownCause): Finding => ({ status: 'unknown', why })

function judgeCrl(question: StatusQuestion, point: DistributionPoint, crl: Crl): Finding {
  if (!fitsPoint(crl, point, question.certificate)) return unknown('CRL_SCOPE')
  if (crl.hasUnknownCritical) return unknown('CRL_EXTENSION')
  if (question.inquiry.refusesWeak && !isStrong(crl, signerTime(question, crl.thisUpdate))) {
    return unknown('WEAK_ALGORITHM')
  }
  const isSigned = makeSignerCheck(question, point, crl)
  if (!isSigned(crl)) return unknown('CRL_SIGNER')
  try {
    return readFinding(question, crl, findDelta(question, crl, isSigned))
  } catch (error) {
    if (error instanceof DerError) return unknown('CRL_EXTENSION')
    throw error
  }
}

function readFinding(question: StatusQuestion, crl: Crl, delta: Crl | null): Finding {
  const newest = delta ?? crl
  const changed = delta && lookUp(delta, question)
  const entry = changed ? (changed.reason === REMOVED ? null : changed) : lookUp(crl, question)
  const { thisUpdate, nextUpdate } = newest
  const why = findTimeCause(question, { thisUpdate, nextUpdate, coversExpiredSince: crl.expiredSince })
  if (entry && entry.revokedAt.getTime() <= question.time && entry.reason !== REMOVED) {
    const { revokedAt, reason } = entry
    if (reason === HOLD && why === 'STALE') return unknown('STALE')
    return { status: 'revoked', source: 'crl', at: revokedAt, reason, thisUpdate }
  }
  return why ? unknown(why) : { status: 'good', source: 'crl', thisUpdate, nextUpdate }
}

const MOST_KEPT = 1000
const entriesBefore = new WeakMap<Crl, Map<string, CrlEntry | null | DerError>>()

/** A list is passed once for each certificate, however many distribution points and paths lead to it. */
function lookUp(crl: Crl, { certificate }: StatusQuestion): CrlEntry | null {
  const known = entriesBefore.get(crl) ?? new Map<string, CrlEntry | null | DerError>()
  entriesBefore.set(crl, known)
  const { serialNumber, issuer } = certificate
  const name = `${Buffer.from(serialNumber).toString('hex')} ${issuer.key}`
  const answer = known.get(name) ?? search(crl, { serialNumber, issuerKey: issuer.key })
  if (known.size >= MOST_KEPT) known.clear()
  known.set(name, answer)
  if (answer instanceof DerError) throw answer
  return answer
}

function search(crl: Crl, sought: { serialNumber: Uint8Array; issuerKey: string }): CrlEntry | null | DerError {
  try {
    return findCrlEntry(crl, sought)
  } catch (error) {
    if (error instanceof DerError) return error
    throw error
  }
}

/** The newest delta that belongs to this list, is signed like it and is not stale. */
function findDelta(question: StatusQuestion, crl: Crl, isSigned: (signed: Crl) => boolean): Crl | null {
  const deltas = (question.inquiry.crls.get(crl.issuer.key) ?? []).filter((delta) => isDeltaOf(delta, crl))
  const usable = deltas.filter(
    (delta) =>
      !delta.hasUnknownCritical &&
      findTimeCause(question, { ...delta, coversExpiredSince: crl.expiredSince }) === null &&
      isSigned(delta),
  )
  return usable.sort((left, right) => right.thisUpdate.getTime() - left.thisUpdate.getTime())[0] ?? null
}

/** §6.3.3 (c) and §5.2.4. */
function isDeltaOf(delta: Crl, crl: Crl): boolean {
  if (delta.baseNumber === null || crl.number === null || delta.number === null) return false
  if (delta.baseNumber > crl.number || delta.number <= crl.number) return false
  return (
    isSameOrAbsent(delta.issuingPointDer, crl.issuingPointDer) &&
    isSameOrAbsent(delta.authorityKeyIdentifier, crl.authorityKeyIdentifier)
  )
}

const isSameOrAbsent = (left: Uint8Array | null, right: Uint8Array | null): boolean =>
  left === null || right === null ? left === right : equalBytes(left, right)

/** Finds the signer of the list; returns a check whether another list (a delta) is signed with the same key. */
function makeSignerCheck(question: StatusQuestion, point: DistributionPoint, crl: Crl): (signed: Crl) => boolean {
  const { inquiry, issuer, issuerKey } = question
  const isIssuers = crl.issuer.key === issuer.subject.key && maySign(issuer) && isSignedWithin(inquiry, crl, issuerKey)
  const key = isIssuers ? issuerKey : findOtherSigner(question, point, crl)
  return (signed) => key !== null && isSignedWithin(inquiry, signed, key)
}

/** The key of another certificate in the name of the list's issuer that signed it and may be relied on. */
function findOtherSigner(question: StatusQuestion, point: DistributionPoint, crl: Crl): KeyObject | null {
  const { inquiry, certificate } = question
  const time = signerTime(question, crl.thisUpdate)
  const signers = (inquiry.pool.get(crl.issuer.key) ?? []).filter((one) => maySign(one) && isOfIssuer(question, one))
  for (const signer of signers) {
    const key = usableKey(inquiry, signer, time)
    if (!key || !isSignedWithin(inquiry, crl, key)) continue
    // The signer of a list may vouch for itself only where its certificate names it as the issuer of the list.
    const isItself = signer === certificate && point.issuers !== null
    if (isItself || question.isReliable(signer, time)) return key
  }
  return null
}

/**
 * Another authority below the same anchor could issue a certificate with the name of this one. So a further key in
 * the issuer's own name comes from an authority of this path; whom a distribution point names is the issuer's choice.
 */
const isOfIssuer = ({ issuer, authorities }: StatusQuestion, signer: PathCertificate): boolean =>
  signer.subject.key !== issuer.subject.key || authorities.includes(signer.issuer.key)

function usableKey({ refusesWeak }: Inquiry, signer: PathCertificate, time: number): KeyObject | null {
  const own = ownKeyOf(signer)
  if (!own || own === 'inherits') return null
  return refusesWeak && !isSoundKey(own.key, time) ? null : own.key
}

/** Certificates of the first version cannot say what they are for; anchors may be such. */
const maySign = ({ extensions }: PathCertificate): boolean =>
  extensions.keyUsage === null || (extensions.keyUsage & KEY_USAGE.cRLSign) !== 0
