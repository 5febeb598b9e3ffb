/**
 * Reads OCSP answers: their signer, and the status of each certificate at a time.
 *
 * Reading proves nothing: whether the signer may speak for the issuer is judged elsewhere.
 *
 * RFC 6960 §4.2.1 and §4.4 (extensions).
 */
import {
  childrenOf,
  DerCursor,
  DerError,
  type DerNode,
  octetsOf,
  oidOf,
  onlyChild,
  readDer,
  TAG,
  timeOf,
} from '../der/der-reader.ts'
import { type Extensions, hasUnknownCritical, readExtensions } from '../certificates/read-extensions.ts'
import { hashNameOf } from '../algorithms/digest-algorithms.ts'
import { OID } from '../der/object-identifiers.ts'
import { type DistinguishedName, readDistinguishedName } from '../path/distinguished-name.ts'
import { type SignedStructure, wholeBitsOf } from '../path/path-certificate.ts'

/** Names of OCSPResponseStatus. */
const OCSP_STATUSES = {
  0: 'successful',
  1: 'malformedRequest',
  2: 'internalError',
  3: 'tryLater',
  5: 'sigRequired',
  6: 'unauthorized',
} as const

export interface OcspSingle {
  /**
   * CertID: node:crypto's digest name (null when unknown), the digests, and the content octets of the serial number.
   */
  readonly hash: string | null
  readonly issuerNameHash: Uint8Array
  readonly issuerKeyHash: Uint8Array
  readonly serialNumber: Uint8Array
  readonly status: 'good' | 'revoked' | 'unknown'
  /** When `revoked`. */
  readonly revokedAt: Date | null
  /** CRLReason. */
  readonly reason: number | null
  readonly thisUpdate: Date
  readonly nextUpdate: Date | null
  /** Certificates that expired since then are still answered for. */
  readonly archiveCutoff: Date | null
  readonly hasUnknownCritical: boolean
}

export interface OcspResponse extends SignedStructure {
  readonly der: Uint8Array
  readonly responder: { readonly name: DistinguishedName } | { readonly keyHash: Uint8Array }
  readonly producedAt: Date
  readonly singles: readonly OcspSingle[]
  /** DER of the certificates that came with it. */
  readonly certificates: readonly Uint8Array[]
  /** Content of the extension nonce. */
  readonly nonce: Uint8Array | null
  readonly hasUnknownCritical: boolean
}

const ARCHIVE_CUTOFF = '1.3.6.1.5.5.7.48.1.6'
const NONCE = '1.3.6.1.5.5.7.48.1.2'
const EXTENDED_REVOKE = '1.3.6.1.5.5.7.48.1.9'
const CRL_REFERENCE = '1.3.6.1.5.5.7.48.1.3'
const KNOWN: ReadonlySet<string> = new Set([ARCHIVE_CUTOFF, NONCE, EXTENDED_REVOKE, CRL_REFERENCE])

const readBefore = new WeakMap<Uint8Array, OcspResponse | null>()

/**
 * The answer, or null when it is none: rejected by the responder (see `readOcspStatus`), of another type, or damaged.
 */
export function readOcspResponse(der: Uint8Array): OcspResponse | null {
  const known = readBefore.get(der)
  if (known !== undefined) return known
  const fresh = orNull(() => readSuccessful(der))
  readBefore.set(der, fresh)
  return fresh
}

/** What the responder says of the request itself; null when this is no OCSPResponse. */
export function readOcspStatus(der: Uint8Array): (typeof OCSP_STATUSES)[keyof typeof OCSP_STATUSES] | null {
  return orNull(() => {
    const status = new DerCursor(readDer(der, TAG.sequence)).take(0x0a).content
    return status.length === 1 ? (OCSP_STATUSES[status[0] as keyof typeof OCSP_STATUSES] ?? null) : null
  })
}

function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof DerError) return null
    throw error
  }
}

function readSuccessful(der: Uint8Array): OcspResponse | null {
  if (readOcspStatus(der) !== 'successful') return null
  const response = new DerCursor(readDer(der, TAG.sequence))
  response.take(0x0a)
  const bytes = new DerCursor(onlyChild(response.take(0xa0), TAG.sequence))
  if (oidOf(bytes.take(TAG.oid)) !== OID.ocspBasic) return null
  const basic = new DerCursor(readDer(octetsOf(bytes.take(TAG.octetString)), TAG.sequence))
  const body = basic.take(TAG.sequence)
  const algorithm = basic.take(TAG.sequence).bytes
  const signature = wholeBitsOf(basic.take(TAG.bitString))
  const certificates = basic.takeIf(0xa0)
  for (const cursor of [response, bytes, basic]) cursor.end()
  return {
    ...readResponseData(body),
    der,
    body: body.bytes,
    algorithm,
    signature,
    certificates: certificates ? childrenOf(onlyChild(certificates, TAG.sequence)).map((one) => one.bytes) : [],
  }
}

function readResponseData(node: DerNode) {
  const cursor = new DerCursor(node)
  cursor.takeIf(0xa0)
  const responder = readResponder(cursor.take())
  const producedAt = timeOf(cursor.take(TAG.generalizedTime))
  const singles = childrenOf(cursor.take(TAG.sequence)).map(readSingle)
  const extensions = readWrapped(cursor.takeIf(0xa1))
  cursor.end()
  return {
    responder,
    producedAt,
    singles,
    nonce: extensions.get(NONCE)?.value ?? null,
    hasUnknownCritical: hasUnknownCritical(extensions, KNOWN),
  }
}

const readWrapped = (wrapper: DerNode | undefined): Extensions =>
  readExtensions(wrapper && onlyChild(wrapper, TAG.sequence))

function readResponder(node: DerNode): OcspResponse['responder'] {
  if (node.tag === 0xa1) return { name: readDistinguishedName(onlyChild(node, TAG.sequence).bytes) }
  if (node.tag === 0xa2) return { keyHash: octetsOf(onlyChild(node, TAG.octetString)) }
  throw new DerError('The responder is not named')
}

function readSingle(node: DerNode): OcspSingle {
  const cursor = new DerCursor(node, TAG.sequence)
  const identifier = new DerCursor(cursor.take(TAG.sequence))
  const hash = hashNameOf(oidOf(new DerCursor(identifier.take(TAG.sequence)).take(TAG.oid))) ?? null
  const issuerNameHash = octetsOf(identifier.take(TAG.octetString))
  const issuerKeyHash = octetsOf(identifier.take(TAG.octetString))
  const serialNumber = identifier.take(TAG.integer).content
  const status = readStatus(cursor.take())
  const thisUpdate = timeOf(cursor.take(TAG.generalizedTime))
  const next = cursor.takeIf(0xa0)
  const extensions = readWrapped(cursor.takeIf(0xa1))
  cursor.end()
  const cutoff = extensions.get(ARCHIVE_CUTOFF)?.value
  return {
    ...{ hash, issuerNameHash, issuerKeyHash, serialNumber, thisUpdate },
    ...status,
    nextUpdate: next ? timeOf(onlyChild(next)) : null,
    archiveCutoff: cutoff ? timeOf(readDer(cutoff)) : null,
    hasUnknownCritical: hasUnknownCritical(extensions, KNOWN),
  }
}

function readStatus(node: DerNode): Pick<OcspSingle, 'status' | 'revokedAt' | 'reason'> {
  if (node.tag === 0x80) return { status: 'good', revokedAt: null, reason: null }
  if (node.tag === 0x82) return { status: 'unknown', revokedAt: null, reason: null }
  if (node.tag !== 0xa1) throw new DerError('The status of the certificate is missing')
  const cursor = new DerCursor(node)
  const revokedAt = timeOf(cursor.take(TAG.generalizedTime))
  const reason = cursor.takeIf(0xa0)
  return { status: 'revoked', revokedAt, reason: reason ? (onlyChild(reason, 0x0a).content[0] ?? null) : null }
}
