/**
 * Takes one signature apart and verifies everything about it that needs no trust (EN 319 102-1 clauses 5.2.2, 5.2.3
 * and 5.2.7; ISO 32000-2 clause 12.8.3).
 *
 * Faults are codes, the most specific first. Of a signature with a fault of form only the certificate is read.
 */
import { createHash, type KeyObject } from 'node:crypto'
import { DerError, octetsOf, OID, readElement, TAG } from '@rubrica/pki'
import {
  findCoveredRevision,
  isArray,
  type PdfDict,
  type PdfDocument,
  PdfName,
  type PdfObject,
  PdfString,
} from '@rubrica/pdf'
import { contentOf, type RangeDigests } from './digest-ranges.ts'
import type { FoundSignature } from '../finding/find-signatures.ts'
import { type ByteRange, readByteRange } from '../finding/read-byte-range.ts'
import { type Cms, readCms } from './read-cms.ts'
import { readToken, type ReadToken } from './read-token.ts'
import { findSigner } from './read-signer.ts'
import { keyIn, type SignedContent, type VerifiedCms, verifyCms } from './verify-cms.ts'

export type SubFilter =
  'ETSI.CAdES.detached' | 'ETSI.RFC3161' | 'adbe.pkcs7.detached' | 'adbe.pkcs7.sha1' | 'adbe.x509.rsa_sha1'

const SUB_FILTERS: readonly string[] = [
  'ETSI.CAdES.detached',
  'ETSI.RFC3161',
  'adbe.pkcs7.detached',
  'adbe.pkcs7.sha1',
  'adbe.x509.rsa_sha1',
] satisfies SubFilter[]

/** Which building block a fault belongs to. */
export type FaultKind = 'format' | 'hash' | 'signature' | 'certificate' | 'algorithm'

export interface ReadSignature {
  readonly found: FoundSignature
  readonly subFilter: SubFilter | null
  readonly range: ByteRange | null
  /** The revision that it covers, from 1. */
  readonly revision: number | null
  /** Null: form and cryptography are in order. */
  readonly fault: { readonly kind: FaultKind; readonly code: string } | null
  readonly certificate: Uint8Array | null
  readonly key: KeyObject | null
  /** node:crypto's names of the digests that it depends on. */
  readonly hashes: readonly string[]
  readonly cms: Cms | null
  /** Of a document timestamp. */
  readonly token: ReadToken | null
  readonly namesCertificate: boolean
  /** Whether something other than zeros follows the CMS. */
  readonly isPadded: boolean
}

interface Reading {
  readonly document: PdfDocument
  readonly digests: RangeDigests
  /** DER of the certificates in the security store. */
  readonly pool: readonly Uint8Array[]
}

type Verified = Pick<ReadSignature, 'fault' | 'certificate' | 'key' | 'hashes' | 'cms' | 'token' | 'namesCertificate'>

const NOTHING = { certificate: null, key: null, hashes: [], cms: null, token: null, namesCertificate: false }

const formatFault = (code: string): ReadSignature['fault'] => ({ kind: 'format', code })

/** Never throws for what is wrong with the signature. */
export function readSignature(reading: Reading, found: FoundSignature): ReadSignature {
  const { document } = reading
  const subFilter = subFilterOf(document.resolve(found.dict.get('SubFilter')))
  const { fault, ...covered } = { range: null, ...readByteRange(document.bytes, found) }
  const { range } = covered
  const revision = range === null ? null : (findCoveredRevision(document, range[2] + range[3])?.number ?? null)
  const contents = document.resolve(found.dict.get('Contents'))
  const bytes = contents instanceof PdfString ? contents.bytes : new Uint8Array(0)
  const shell = { found, subFilter, range, revision, isPadded: readPadding(bytes) === 'other' }
  const form = findFormFault({ fault, subFilter, revision, bytes })
  if (form !== null || range === null || subFilter === null) {
    return { ...shell, ...describeOnly(bytes, reading.pool), fault: formatFault(form ?? 'SUB_FILTER') }
  }
  return { ...shell, ...verify(reading, { found, subFilter, range, bytes }) }
}

function subFilterOf(object: PdfObject): SubFilter | null {
  const name = object instanceof PdfName ? object.value : ''
  return SUB_FILTERS.includes(name) ? (name as SubFilter) : null
}

interface Form {
  readonly fault: string | null
  readonly subFilter: SubFilter | null
  readonly revision: number | null
  readonly bytes: Uint8Array
}

function findFormFault({ fault, subFilter, revision, bytes }: Form): string | null {
  if (bytes.length === 0) return 'CONTENTS_MISSING'
  if (fault !== null) return fault
  if (subFilter === null) return 'SUB_FILTER'
  const padding = readPadding(bytes)
  if (padding === 'CMS_TWICE' || padding === 'CMS_MALFORMED') return padding
  return revision === null ? 'BYTE_RANGE_END' : null
}

/** What may follow the one element: zeros, or what some writers leave in its place, but no second signature. */
function readPadding(bytes: Uint8Array): 'zeros' | 'other' | 'CMS_TWICE' | 'CMS_MALFORMED' {
  try {
    const { length } = readElement(bytes).bytes
    const padding = bytes.subarray(length)
    const start = padding.findIndex((octet) => octet !== 0)
    if (start === -1) return 'zeros'
    return isSignedData(padding.subarray(start)) ? 'CMS_TWICE' : 'other'
  } catch (error) {
    if (error instanceof DerError) return 'CMS_MALFORMED'
    throw error
  }
}

function isSignedData(bytes: Uint8Array): boolean {
  try {
    readCms(bytes)
    return true
  } catch (error) {
    if (error instanceof DerError) return false
    throw error
  }
}

/** The certificate of a signature that is not verified, so that it can be named. */
function describeOnly(bytes: Uint8Array, pool: readonly Uint8Array[]): Omit<Verified, 'fault'> {
  try {
    const cms = readCms(bytes)
    const [signer] = cms.signers
    const certificate = signer ? (findSigner(signer, cms.certificates) ?? findSigner(signer, pool)) : null
    return { ...NOTHING, cms, certificate }
  } catch (error) {
    if (error instanceof DerError) return NOTHING
    throw error
  }
}

interface Work {
  readonly found: FoundSignature
  readonly subFilter: SubFilter
  readonly range: ByteRange
  readonly bytes: Uint8Array
}

function verify(reading: Reading, work: Work): Verified {
  try {
    if (work.subFilter === 'adbe.x509.rsa_sha1') return verifyBare(reading, work)
    return work.subFilter === 'ETSI.RFC3161' ? verifyTimestamp(reading, work) : verifyDetached(reading, work)
  } catch (error) {
    if (error instanceof DerError) return { ...NOTHING, fault: formatFault('CMS_MALFORMED') }
    throw error
  }
}

function verifyTimestamp({ digests, pool }: Reading, { range, bytes }: Work): Verified {
  const token = readToken(bytes, (hash) => digests.digest(hash, range), pool)
  if (token === null) return { ...describeOnly(bytes, pool), fault: formatFault('TIMESTAMP_MALFORMED') }
  const { cms, certificate, key, hashes, fault } = token
  const broken = fault === 'TIMESTAMP_IMPRINT' || fault === 'TIMESTAMP_SIGNATURE'
  const kind: FaultKind = fault === 'TIMESTAMP_IMPRINT' ? 'hash' : 'signature'
  return { fault: broken ? { kind, code: fault } : null, cms, certificate, key, hashes, token, namesCertificate: true }
}

function verifyDetached({ digests, pool }: Reading, { subFilter, range, bytes }: Work): Verified {
  const cms = readCms(bytes)
  if (cms.contentType === OID.tstInfo) return { ...describeOnly(bytes, pool), fault: formatFault('SUB_FILTER') }
  // A file is data; what was signed as something else was signed for another purpose.
  if (cms.contentType !== OID.data) return { ...describeOnly(bytes, pool), fault: FAULTS.CONTENT_TYPE }
  const content = digests.contentOf(range)
  if (subFilter === 'adbe.pkcs7.sha1') return { ...NOTHING, cms, ...verifyDigestInside(cms, content, pool) }
  // Readers that verify the content inside would report its result for the file (clause 12.8.3.3.1).
  if (cms.content !== null && !hasDigest(cms.content, content.digest('sha256'))) {
    return { ...describeOnly(bytes, pool), fault: formatFault('CONTENT_NOT_DETACHED') }
  }
  return { ...NOTHING, cms, ...describe(verifyCms(cms, content, pool)) }
}

function hasDigest(content: Uint8Array, digest: Uint8Array): boolean {
  return Buffer.compare(createHash('sha256').update(content).digest(), digest) === 0
}

/** The CMS signs the SHA-1 digest of the file, which is its content (clause 12.8.3.3.1). */
function verifyDigestInside(cms: Cms, file: SignedContent, pool: readonly Uint8Array[]) {
  const digest = cms.content
  if (digest === null) return { ...NOTHING, cms, fault: formatFault('CONTENT_MISSING') }
  const verified = describe(verifyCms(cms, contentOf(digest), pool))
  const isSame = Buffer.compare(digest, file.digest('sha1')) === 0
  const hashes = [...verified.hashes, 'sha1']
  return isSame ? { ...verified, hashes } : { ...verified, hashes, fault: FAULTS.DIGEST_MISMATCH }
}

const FAULTS = {
  ALGORITHM_UNKNOWN: { kind: 'algorithm', code: 'ALGORITHM_UNKNOWN' },
  CMS_MALFORMED: { kind: 'format', code: 'CMS_MALFORMED' },
  CONTENT_TYPE: { kind: 'format', code: 'CONTENT_TYPE' },
  DIGEST_MISMATCH: { kind: 'hash', code: 'DIGEST_MISMATCH' },
  NO_SIGNER: { kind: 'format', code: 'NO_SIGNER' },
  NO_SIGNING_CERTIFICATE: { kind: 'certificate', code: 'NO_SIGNING_CERTIFICATE' },
  SEVERAL_SIGNERS: { kind: 'format', code: 'SEVERAL_SIGNERS' },
  SIGNATURE_MISMATCH: { kind: 'signature', code: 'SIGNATURE_MISMATCH' },
  SIGNING_CERTIFICATE_ATTRIBUTE: { kind: 'certificate', code: 'SIGNING_CERTIFICATE_ATTRIBUTE' },
} as const

function describe({ fault, certificate, key, hash, algorithm, namesCertificate }: VerifiedCms) {
  const hashes = [hash, algorithm?.hash].filter((name) => typeof name === 'string')
  return { fault: fault === null ? null : FAULTS[fault], certificate, key, hashes, namesCertificate }
}

const BARE_DIGESTS = ['sha1', 'sha256', 'sha384', 'sha512']

/** A bare PKCS#1 signature, the certificates in /Cert (clause 12.8.3.2). */
function verifyBare({ document, digests }: Reading, { found, range, bytes }: Work): Verified {
  const signature = octetsOf(readElement(bytes))
  if (bytes[0] !== TAG.octetString) return { ...NOTHING, fault: formatFault('CMS_MALFORMED') }
  const [certificate, ...others] = certificatesIn(document, found.dict)
  if (certificate === undefined) return { ...NOTHING, fault: FAULTS.NO_SIGNING_CERTIFICATE }
  const cms = { length: 0, contentType: '', content: null, certificates: others, crls: [], ocsps: [], signers: [] }
  const key = keyIn(certificate)
  if (key === null) return { ...NOTHING, certificate, fault: FAULTS.NO_SIGNING_CERTIFICATE }
  const content = digests.contentOf(range)
  const holds = (hash: string): boolean =>
    content.verify({ scheme: 'RSASSA-PKCS1-v1_5', hash, saltLength: 0 }, key, signature)
  const hash = BARE_DIGESTS.find(holds)
  const fault = hash === undefined ? FAULTS.SIGNATURE_MISMATCH : null
  return { ...NOTHING, certificate, key, cms, hashes: hash === undefined ? [] : [hash], fault }
}

function certificatesIn(document: PdfDocument, dict: PdfDict): readonly Uint8Array[] {
  const value = document.resolve(dict.get('Cert'))
  const list = isArray(value) ? value.map((item) => document.resolve(item)) : [value]
  return list.flatMap((item) => (item instanceof PdfString ? [item.bytes] : []))
}
