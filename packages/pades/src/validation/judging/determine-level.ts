/**
 * Which PAdES baseline level a signature reaches (EN 319 142-1 clause 6.3).
 *
 * A level depends on the content of the file, not on trust: T requires a timestamp that fits, LT everything
 * that is needed to judge signer and authority without a network, LTA a document timestamp over all of that.
 */
import { type ChainLink, type Evidence, isIssuedBy, OID, parseCertificate } from '@rubrica/pki'
import { evidenceOf, readDss } from '../../dss/read-dss.ts'
import { isName, openRevision, type PdfDict, type PdfDocument, PdfString } from '@rubrica/pdf'
import { mergeAll } from './collect-evidence.ts'
import { judgeCertificate, type Trust } from './judge-certificate.ts'
import { earliest, type JudgedTimestamp } from './judge-timestamps.ts'
import type { Cms, CmsSigner } from '../reading/read-cms.ts'
import type { ReadSignature } from '../reading/read-signature.ts'
import type { ReadToken } from '../reading/read-token.ts'
import type { SignatureLevel } from '../validation-report.ts'

export interface LevelQuestion {
  readonly document: PdfDocument
  readonly trust: Trust
  readonly signature: ReadSignature
  /** Of the signature itself. */
  readonly timestamps: readonly JudgedTimestamp[]
  /** Every document timestamp of the file that holds, with the revision that it covers. */
  readonly documentTimestamps: readonly { readonly revision: number; readonly judged: JudgedTimestamp }[]
  /** What the CMS of the signatures of this file carry. */
  readonly carried: Evidence
}

export function determineLevel(question: LevelQuestion): SignatureLevel {
  const { signature } = question
  if (signature.subFilter === 'ETSI.RFC3161') return 'DOCUMENT-TIMESTAMP'
  if (signature.subFilter !== 'ETSI.CAdES.detached') return 'PKCS7'
  if (!isBaseline(question.document, signature)) return 'PAdES'
  const stamps = stampsOf(question)
  if (stamps.length === 0) return 'PAdES-BASELINE-B'
  const newest = readDss(question.document)
  if (newest === null || !isComplete(question, stamps, evidenceOf(newest))) return 'PAdES-BASELINE-T'
  return isArchived(question, stamps) ? 'PAdES-BASELINE-LTA' : 'PAdES-BASELINE-LT'
}

/** The requirements of level B on the dictionary and the CMS. */
function isBaseline(document: PdfDocument, { found, fault, cms, namesCertificate }: ReadSignature): boolean {
  const [signer] = cms?.signers ?? []
  if (fault !== null || cms === null || signer === undefined) return false
  return isDictionaryPlain(document, found.dict) && isDetached(cms) && namesCertificate && isPlain(signer)
}

function isDictionaryPlain(document: PdfDocument, dict: PdfDict): boolean {
  const isDated = document.resolve(dict.get('M')) instanceof PdfString
  return isDated && !dict.entries.has('Cert') && !isName(document.resolve(dict.get('Type')), 'DocTimeStamp')
}

const isDetached = ({ content, contentType, certificates }: Cms): boolean =>
  content === null && contentType === OID.data && certificates.length > 0

/** The time belongs into /M. */
function isPlain({ signedAttributes, signed }: CmsSigner): boolean {
  return signedAttributes !== null && !signed.has(OID.signingTime)
}

/** The timestamps that can raise the level: its own, and document timestamps over it. */
function stampsOf({ signature, timestamps, documentTimestamps }: LevelQuestion): readonly JudgedTimestamp[] {
  const revision = signature.revision ?? Infinity
  const over = documentTimestamps.filter((stamp) => stamp.revision > revision).map(({ judged }) => judged)
  return [...timestamps, ...over].filter(({ isIntact }) => isIntact)
}

/** Whether signer and one authority can be judged from this evidence alone. */
function isComplete(question: LevelQuestion, stamps: readonly JudgedTimestamp[], evidence: Evidence): boolean {
  const { signature, carried } = question
  const { certificate } = signature
  if (certificate === null) return false
  const alone = trustOnly(question.trust, mergeAll([evidence, carried]))
  const time = earliest(stamps.map(({ token }) => token.time)) ?? question.trust.at
  const signer = judgeCertificate(alone, { certificate, purpose: 'document-signing', time, isProved: true })
  return isCovered(signer.chain) && stamps.some(({ token }) => isCovered(chainOf(alone, token)))
}

/** Independent of trust, the file is complete when its chains are: each root that it holds counts as an anchor. */
function trustOnly({ policy, at }: Trust, evidence: Evidence): Trust {
  const roots = evidence.certificates.filter(isSelfIssued)
  const trustAnchors = [...policy.trustAnchors, ...roots]
  const timestampAnchors = [...(policy.timestampAnchors ?? policy.trustAnchors), ...roots]
  return { at, evidence, policy: { ...policy, trustAnchors, timestampAnchors } }
}

function chainOf(trust: Trust, { certificate, time }: ReadToken): readonly ChainLink[] {
  if (certificate === null) return []
  return judgeCertificate(trust, { certificate, purpose: 'timestamping', time, isProved: true }).chain
}

/** Whether the chain is whole and every link but the anchor has revocation data. */
function isCovered(chain: readonly ChainLink[]): boolean {
  if (chain.at(-1)?.isAnchor !== true) return false
  return chain.slice(0, -1).every(({ revocation }) => revocation.status !== 'unknown')
}

function isSelfIssued(der: Uint8Array): boolean {
  try {
    const certificate = parseCertificate(der)
    return isIssuedBy(certificate, certificate)
  } catch {
    return false
  }
}

/** Whether a document timestamp covers evidence that is complete. */
function isArchived(question: LevelQuestion, stamps: readonly JudgedTimestamp[]): boolean {
  return question.documentTimestamps.some(({ revision, judged }) => {
    if (!judged.isIntact || revision <= (question.signature.revision ?? Infinity)) return false
    const store = readDss(openRevision(question.document, revision))
    // The last timestamp of an archive needs no evidence of its own yet.
    const others = stamps.filter((stamp) => stamp !== judged)
    return store !== null && isComplete(question, others.length > 0 ? others : stamps, evidenceOf(store))
  })
}
