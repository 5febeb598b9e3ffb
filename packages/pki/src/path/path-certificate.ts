/**
 * Certificates as path validation needs them, each read once.
 *
 * The same few authorities come back with every signature and every evidence. What is kept depends on nothing but the
 * bytes.
 *
 * Both caches are bounded, since certificates are untrusted input.
 *
 * RFC 5280 §4.1.
 */
import { readCertificate } from '../certificates/read-certificate.ts'
import { bitsOf, DerCursor, DerError, type DerNode, readDer, smallIntegerOf, TAG } from '../der/der-reader.ts'
import { equalBytes } from '../cms/verify-signed-data.ts'
import { type DistinguishedName, readDistinguishedName } from './distinguished-name.ts'
import { type PathExtensions, readPathExtensions } from './path-extensions.ts'

/** What is signed, how, and the signature: the same in certificates, CRLs and OCSP answers. */
export interface SignedStructure {
  /** DER that was signed. */
  readonly body: Uint8Array
  /** DER of the AlgorithmIdentifier. */
  readonly algorithm: Uint8Array
  readonly signature: Uint8Array
}

export interface PathCertificate extends SignedStructure {
  readonly der: Uint8Array
  /** 1 to 3. */
  readonly version: number
  /** Content octets of the INTEGER. */
  readonly serialNumber: Uint8Array
  readonly issuer: DistinguishedName
  readonly subject: DistinguishedName
  /** DER of the names. */
  readonly issuerDer: Uint8Array
  readonly subjectDer: Uint8Array
  /** Milliseconds since 1970. */
  readonly notBefore: number
  readonly notAfter: number
  /** DER of SubjectPublicKeyInfo. */
  readonly publicKeyInfo: Uint8Array
  /** The key in it without its BIT STRING, as OCSP hashes it. */
  readonly publicKeyBits: Uint8Array
  readonly isSelfIssued: boolean
  readonly extensions: PathExtensions
}

const MOST_KEPT = 400
const LARGEST_KEPT = 8192
/** Three times what authorities may write; a longer one would not be found in a list. */
const LONGEST_SERIAL = 64
const keptByContent = new Map<string, PathCertificate | null>()
const keptByArray = new WeakMap<Uint8Array, PathCertificate | null>()

/** The certificate, or null when it cannot be read. */
export function readPathCertificate(der: Uint8Array): PathCertificate | null {
  const known = keptByArray.get(der)
  if (known !== undefined) return known
  const fresh = der.length > LARGEST_KEPT ? readOrNull(der) : readByContent(der)
  keptByArray.set(der, fresh)
  return fresh
}

function readByContent(der: Uint8Array): PathCertificate | null {
  const content = Buffer.from(der.buffer, der.byteOffset, der.byteLength).toString('latin1')
  const known = keptByContent.get(content)
  if (known !== undefined) return known
  const fresh = readOrNull(Uint8Array.from(der))
  if (keptByContent.size >= MOST_KEPT) keptByContent.clear()
  keptByContent.set(content, fresh)
  return fresh
}

function readOrNull(der: Uint8Array): PathCertificate | null {
  try {
    return read(der)
  } catch (error) {
    if (error instanceof DerError) return null
    throw error
  }
}

function read(der: Uint8Array): PathCertificate {
  const parts = readCertificate(der)
  const signed = readSignedStructure(der)
  const body = new DerCursor(readDer(signed.body))
  const version = body.takeIf(0xa0)
  const serialNumber = body.take(TAG.integer).content
  if (serialNumber.length > LONGEST_SERIAL) throw new DerError('The serial number is too long')
  if (!equalBytes(body.take(TAG.sequence).bytes, signed.algorithm)) throw new DerError('The algorithms differ')
  const [issuer, subject] = [readDistinguishedName(parts.issuer), readDistinguishedName(parts.subject)]
  return {
    ...signed,
    der,
    version: version ? smallIntegerOf(new DerCursor(version).take(TAG.integer)) + 1 : 1,
    serialNumber,
    issuer,
    subject,
    issuerDer: parts.issuer,
    subjectDer: parts.subject,
    notBefore: parts.notBefore.getTime(),
    notAfter: parts.notAfter.getTime(),
    publicKeyInfo: parts.publicKeyInfo,
    publicKeyBits: readPublicKeyBits(parts.publicKeyInfo),
    isSelfIssued: issuer.key === subject.key,
    extensions: readPathExtensions(parts.extensions),
  }
}

/**
 * The three members of a SIGNED value.
 * @throws DerError
 */
export function readSignedStructure(der: Uint8Array): SignedStructure {
  const cursor = new DerCursor(readDer(der, TAG.sequence))
  const body = cursor.take(TAG.sequence).bytes
  const algorithm = cursor.take(TAG.sequence).bytes
  const signature = wholeBitsOf(cursor.take(TAG.bitString))
  cursor.end()
  return { body, algorithm, signature }
}

/**
 * @param publicKeyInfo DER of SubjectPublicKeyInfo
 * @throws DerError
 */
export function readPublicKeyBits(publicKeyInfo: Uint8Array): Uint8Array {
  const cursor = new DerCursor(readDer(publicKeyInfo, TAG.sequence))
  cursor.take(TAG.sequence)
  return wholeBitsOf(cursor.take(TAG.bitString))
}

/**
 * A BIT STRING of whole octets, as all signatures and hashed keys are.
 * @throws DerError
 */
export function wholeBitsOf(node: DerNode): Uint8Array {
  if (node.content[0] !== 0) throw new DerError('The bits are not whole octets')
  return bitsOf(node)
}
