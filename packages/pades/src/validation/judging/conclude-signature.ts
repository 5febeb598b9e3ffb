/**
 * Concludes the report of one signature (EN 319 102-1 clauses 5.3, 5.5 and 5.6).
 *
 * Faults of form and cryptography come first, since they do not depend on trust; then the signer, at the time by which
 * the signature is proved to have existed; then what the algorithms are worth.
 */
import { createHash } from 'node:crypto'
import {
  commonNameOf,
  DerError,
  describeName,
  digestNameOf,
  type Evidence,
  OID,
  octetsOf,
  readCertificate,
  timeOf,
} from '@rubrica/pki'
import { changesAfter } from '../../changes/changes-after.ts'
import type { Change } from '../../changes/change.ts'
import { readChangeLimits } from '../../changes/read-change-limits.ts'
import { transformsOf } from '../../fields/read-permissions.ts'
import {
  decodeText,
  listRevisions,
  openRevision,
  type PdfDocument,
  PdfError,
  type PdfObject,
  PdfString,
} from '@rubrica/pdf'
import { determineLevel, type LevelQuestion } from './determine-level.ts'
import { type CertificateOpinion, indicationOf, judgeCertificate, type Trust } from './judge-certificate.ts'
import {
  earliest,
  existedAt,
  type JudgedTimes,
  type JudgedTimestamp,
  judgeSignatureTimestamps,
} from './judge-timestamps.ts'
import { findWeakness } from '../reading/name-algorithms.ts'
import type { FaultKind, ReadSignature } from '../reading/read-signature.ts'
import type { FoundSignature } from '../finding/find-signatures.ts'
import { onlyValue } from '../reading/read-cms.ts'
import type { SignatureOctets, SignatureReport, SubIndication } from '../validation-report.ts'

export interface Case {
  readonly document: PdfDocument
  /** It needs a password. */
  readonly isLocked: boolean
  readonly trust: Trust
  readonly times: JudgedTimes
  readonly signatures: readonly ReadSignature[]
  /** What the CMS of all signatures carry. */
  readonly carried: Evidence
}

/** A report, and what the summary of the file needs besides. */
export interface Conclusion {
  readonly report: SignatureReport
  readonly isBroken: boolean
  /** Its cryptography could not be verified. */
  readonly isUnverified: boolean
  readonly isAnchored: boolean
}

export function concludeSignature(file: Case, signature: ReadSignature): Conclusion {
  const { document } = file
  const changes = signature.revision === null ? [] : findChanges(file, signature, signature.revision)
  const judged = signature.token === null ? judgeSigner(file, signature) : judgeStamp(file, signature)
  const subIndication = judged.subIndication ?? (isJustified(changes) ? null : 'SIG_CONSTRAINTS_FAILURE')
  const { found, fault } = signature
  return {
    isBroken: fault !== null && fault.kind !== 'algorithm' && fault.code !== 'NO_SIGNING_CERTIFICATE',
    isUnverified: fault !== null,
    isAnchored: judged.isAnchored,
    report: {
      field: found.field,
      kind: signature.subFilter === 'ETSI.RFC3161' ? 'document-timestamp' : 'signature',
      signer: signature.certificate === null ? null : nameOf(signature.certificate),
      indication: indicationOf(subIndication),
      subIndication,
      level: levelOf(file, signature, judged),
      signedAt: signature.token?.time ?? claimedTime(document, signature),
      provedAt: judged.provedAt,
      coversRevision: signature.revision,
      coversWholeFile: coversWholeFile(document, signature),
      certification: certificationBy(document, found),
      chain: judged.chain.map((link) => ({ ...link, certificate: new Uint8Array(link.certificate) })),
      timestamps: judged.timestamps.map(({ report }) => ({
        ...report,
        chain: report.chain.map((link) => ({ ...link, certificate: new Uint8Array(link.certificate) })),
      })),
      octets: readOctets(document, signature),
      changes,
      faults: [...judged.faults, ...(isJustified(changes) ? [] : ['CHANGES_UNJUSTIFIED'])],
    },
  }
}

/** What names the signature, of one whose form and algorithms are known. */
function readOctets(document: PdfDocument, { found, range, subFilter, cms }: ReadSignature): SignatureOctets | null {
  const signer = cms?.signers[0]
  const contents = document.resolve(found.dict.get('Contents'))
  if (!cms || !signer || !range || subFilter === null || !(contents instanceof PdfString)) return null
  const digest = onlyValue(signer.signed, OID.messageDigest)
  const hash = hashOf(signer.digestAlgorithm)
  if (hash === null) return null
  const { signedAttributes } = signer
  return {
    ...{ byteRange: [...range], subFilter, hash, value: new Uint8Array(signer.signature) },
    documentDigest: digest ? new Uint8Array(octetsOf(digest)) : null,
    attributesDigest: signedAttributes && new Uint8Array(createHash('sha256').update(signedAttributes).digest()),
    cms: new Uint8Array(contents.bytes.subarray(0, cms.length)),
  }
}

function hashOf(digestAlgorithm: Uint8Array): string | null {
  try {
    return digestNameOf(digestAlgorithm)
  } catch (error) {
    if (error instanceof DerError) return null
    throw error
  }
}

interface Judged {
  readonly subIndication: SubIndication | null
  readonly chain: CertificateOpinion['chain']
  readonly isAnchored: boolean
  readonly provedAt: Date | null
  readonly timestamps: readonly JudgedTimestamp[]
  readonly faults: readonly string[]
}

const KINDS: Readonly<Record<FaultKind, SubIndication>> = {
  format: 'FORMAT_FAILURE',
  hash: 'HASH_FAILURE',
  signature: 'SIG_CRYPTO_FAILURE',
  certificate: 'NO_SIGNING_CERTIFICATE_FOUND',
  algorithm: 'CRYPTO_CONSTRAINTS_FAILURE',
}

function judgeSigner({ trust, times, carried }: Case, signature: ReadSignature): Judged {
  const covered = signature.revision === null ? null : existedAt(times.proofs, signature.revision)
  const existed = covered ?? trust.at
  const stamps = judgeSignatureTimestamps(trust, signature, { existed, pool: carried.certificates })
  const timestamps = stamps.filter((stamp) => stamp !== null)
  const valid = timestamps.filter(({ fault }) => fault === null).map(({ token }) => token.time)
  const provedAt = earliest(covered === null ? valid : [...valid, covered])
  const time = provedAt ?? trust.at
  const stampFaults = stamps.flatMap((stamp) => (stamp === null ? 'TIMESTAMP_MALFORMED' : (stamp.fault ?? [])))
  const { certificate } = signature
  const saidTime =
    earliest([...timestamps, ...stampsOver(times, signature)].filter(isIntact).map(timeOfStamp)) ?? undefined
  const use = { purpose: 'document-signing', time, isProved: provedAt !== null, saidTime } as const
  const opinion = certificate === null ? null : judgeCertificate(trust, { certificate, ...use })
  const own = findFaults(trust, signature, { opinion, time })
  return {
    subIndication: own.subIndication,
    chain: opinion?.chain ?? [],
    isAnchored: opinion?.isAnchored ?? false,
    provedAt,
    timestamps,
    faults: [...own.faults, ...stampFaults.map((code) => (code.startsWith('TIMESTAMP_') ? code : `TIMESTAMP_${code}`))],
  }
}

const isIntact = (stamp: JudgedTimestamp): boolean => stamp.isIntact
const timeOfStamp = ({ token }: JudgedTimestamp): Date => token.time

/** The document timestamps over a signature. */
function stampsOver({ byTimestamp }: JudgedTimes, { revision }: ReadSignature): readonly JudgedTimestamp[] {
  const own = revision ?? Infinity
  return [...byTimestamp].flatMap(([stamp, judged]) => ((stamp.revision ?? 0) > own ? [judged] : []))
}

interface Findings {
  readonly subIndication: SubIndication | null
  readonly faults: readonly string[]
}

/** The first finding decides; the others are reported. */
function findFaults(
  { policy }: Trust,
  signature: ReadSignature,
  { opinion, time }: { readonly opinion: CertificateOpinion | null; readonly time: Date },
): Findings {
  const { fault, hashes, key } = signature
  const findings: [SubIndication, string][] = []
  if (fault !== null) findings.push([KINDS[fault.kind], fault.code])
  if (opinion?.subIndication != null) findings.push([opinion.subIndication, opinion.fault ?? ''])
  const unmet = findUnmetConstraint(signature)
  if (unmet !== null) findings.push(['SIG_CONSTRAINTS_FAILURE', unmet])
  const weaknesses = hashes.map((hash) => findWeakness({ hash, key }, time)).filter((code) => code !== null)
  if (policy.refuseWeakAlgorithms !== false) {
    for (const code of new Set(weaknesses)) findings.push(['CRYPTO_CONSTRAINTS_FAILURE_NO_POE', code])
  }
  return { subIndication: findings[0]?.[0] ?? null, faults: findings.map(([, code]) => code) }
}

/** What CAdES signatures must have besides valid cryptography (EN 319 142-1 clause 5). */
function findUnmetConstraint(signature: ReadSignature): string | null {
  const { subFilter, fault, cms, namesCertificate, isPadded } = signature
  if (fault !== null || cms === null) return null
  if (isPadded) return 'CONTENTS_PADDING'
  if (subFilter === 'ETSI.CAdES.detached' && !namesCertificate) return 'SIGNING_CERTIFICATE_ATTRIBUTE_MISSING'
  const isDetached = subFilter === 'ETSI.CAdES.detached' || subFilter === 'adbe.pkcs7.detached'
  return isDetached && cms.content !== null ? 'CONTENT_NOT_DETACHED' : null
}

/** A document timestamp is judged already, with all the others. */
function judgeStamp({ times }: Case, signature: ReadSignature): Judged {
  const { fault } = signature
  const nothing = { chain: [], isAnchored: false, provedAt: null, timestamps: [] }
  if (fault !== null) return { ...nothing, subIndication: KINDS[fault.kind], faults: [fault.code] }
  const judged = times.byTimestamp.get(signature)
  if (judged === undefined) return { ...nothing, subIndication: 'FORMAT_FAILURE', faults: [] }
  const { report, isAnchored, token } = judged
  const { subIndication, chain } = report
  if (judged.fault !== null) return { ...nothing, subIndication, chain, isAnchored, faults: [judged.fault] }
  return { ...nothing, subIndication, chain, isAnchored, provedAt: token.time, faults: [] }
}

function levelOf(file: Case, signature: ReadSignature, { timestamps }: Judged): SignatureReport['level'] {
  const documentTimestamps = [...file.times.byTimestamp].flatMap(([{ revision }, judged]) =>
    revision === null || !judged.isIntact ? [] : [{ revision, judged }],
  )
  const { document, trust, carried } = file
  const question: LevelQuestion = { document, trust, signature, timestamps, documentTimestamps, carried }
  return determineLevel(question)
}

const isJustified = (changes: readonly Change[]): boolean => changes.every(({ justifiedBy }) => justifiedBy !== null)

/** What a certification allows; null for a signature that is none. */
function certificationBy(document: PdfDocument, { dict }: FoundSignature): SignatureReport['certification'] {
  const [parameters] = transformsOf(document, dict, 'DocMDP')
  if (parameters === undefined) return null
  const level = document.resolve(parameters.get('P'))
  return level === 1 || level === 3 ? level : 2
}

/** Later revisions that cannot be read hide what they do. */
function findChanges({ document, isLocked }: Case, { found }: ReadSignature, revision: number): readonly Change[] {
  const unreadable = {
    what: 'UNREADABLE',
    object: null,
    page: null,
    revision: revision + 1,
    justifiedBy: null,
  } as const
  if (isLocked) return revision < listRevisions(document).length ? [unreadable] : []
  try {
    const limits = readChangeLimits(openRevision(document, revision), found.dict)
    return changesAfter(document, revision, limits)
  } catch (error) {
    if (!(error instanceof PdfError) || error.code !== 'PDF_DAMAGED') throw error
    return [unreadable]
  }
}

function nameOf(certificate: Uint8Array): string | null {
  try {
    const { subject } = readCertificate(certificate)
    return commonNameOf(subject) ?? describeName(subject)
  } catch (error) {
    if (error instanceof DerError) return null
    throw error
  }
}

/** /M, or the signing time inside the CMS. */
function claimedTime(document: PdfDocument, { found, cms }: ReadSignature): Date | null {
  const date = readDate(document.resolve(found.dict.get('M')))
  const inside = cms?.signers[0] && onlyValue(cms.signers[0].signed, OID.signingTime)
  if (date !== null || !inside) return date
  try {
    return timeOf(inside)
  } catch (error) {
    if (error instanceof DerError) return null
    throw error
  }
}

/** Of a PDF date everything after the year may be missing; without a zone it is UTC (ISO 32000-2 clause 7.9.4). */
const DATE = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/

/** Null for anything that is no date. */
function readDate(object: PdfObject): Date | null {
  const match = object instanceof PdfString ? DATE.exec(decodeText(object)) : null
  if (match === null) return null
  const part = (index: number, fallback: string): string => match[index] ?? fallback
  const day = `${part(1, '')}-${part(2, '01')}-${part(3, '01')}`
  const clock = `${part(4, '00')}:${part(5, '00')}:${part(6, '00')}`
  const zone = match[7] === undefined ? 'Z' : `${match[7]}${part(8, '00')}:${part(9, '00')}`
  const date = new Date(`${day}T${clock}${zone}`)
  return Number.isNaN(date.getTime()) ? null : date
}

/** Up to the end, but for blanks. */
function coversWholeFile({ bytes }: PdfDocument, { range }: ReadSignature): boolean {
  return range !== null && bytes.subarray(range[2] + range[3]).every((octet) => octet <= 32)
}
