/**
 * Public keys of certificates, and whether they made a signature.
 *
 * A DSA or EC key may leave its parameters to the key above it, so a key is known only along a path. Curves are taken
 * by name alone: explicit parameters could define a forged curve.
 *
 * RFC 3279 §2.3.2 and §2.3.5, RFC 5280 §6.1.4 (d) to (f), RFC 5480 §2.1.1, RFC 8410.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { DerCursor, DerError, oidOf, readDer, TAG } from '../der/der-reader.ts'
import { encodeOid, encodeSequence } from '../der/der-writer.ts'
import { FOREIGN_ALGORITHMS } from '../algorithms/foreign-algorithms.ts'
import { isSecret, readSignatureAlgorithm, verifySignature } from '../algorithms/signature-algorithms.ts'
import type { PathCertificate, SignedStructure } from './path-certificate.ts'

export interface WorkingKey {
  readonly key: KeyObject
  /** Algorithm of SubjectPublicKeyInfo. */
  readonly algorithm: string
  /** DER; null where the algorithm has none. */
  readonly parameters: Uint8Array | null
}

/** How a certificate, a CRL or an OCSP answer is signed; `hash` is node:crypto's name, or null within the algorithm. */
export interface CertificateSignatureAlgorithm {
  readonly kind: 'RSASSA-PKCS1-v1_5' | 'RSASSA-PSS' | 'ECDSA' | 'DSA' | 'EdDSA'
  readonly hash: string | null
}

const DSA = '1.2.840.10040.4.1'
const EC = '1.2.840.10045.2.1'
/** In octets; curves and moduli of any use are shorter. */
const LONGEST_KEY = 4096
/** In bits; what is longer takes milliseconds for each signature. */
const LONGEST_MODULUS = 8192

const ALGORITHMS: Readonly<Record<string, readonly [CertificateSignatureAlgorithm['kind'], string | null]>> = {
  ...FOREIGN_ALGORITHMS,
  '1.2.840.113549.1.1.2': ['RSASSA-PKCS1-v1_5', 'md2'],
  '1.3.101.112': ['EdDSA', null],
  '1.3.101.113': ['EdDSA', null],
}

interface KeyInfo {
  readonly algorithm: string
  readonly parameters: Uint8Array | null
  readonly bits: Uint8Array
}

function readKeyInfo(publicKeyInfo: Uint8Array): KeyInfo {
  const cursor = new DerCursor(readDer(publicKeyInfo, TAG.sequence))
  const identifier = new DerCursor(cursor.take(TAG.sequence))
  const algorithm = oidOf(identifier.take(TAG.oid))
  const [parameters] = identifier.rest()
  const isAbsent = !parameters || parameters.tag === TAG.null
  return { algorithm, parameters: isAbsent ? null : parameters.bytes, bits: cursor.take(TAG.bitString).bytes }
}

const ownKeys = new WeakMap<PathCertificate, WorkingKey | 'inherits' | null>()

/** The key of a certificate; `inherits` when its parameters are above it, null when it cannot be read. */
export function ownKeyOf(certificate: PathCertificate): WorkingKey | 'inherits' | null {
  const known = ownKeys.get(certificate)
  if (known !== undefined) return known
  const key = orNull(() => {
    const info = readKeyInfo(certificate.publicKeyInfo)
    const needsParameters = info.algorithm === DSA || info.algorithm === EC
    return needsParameters && !info.parameters ? 'inherits' : createKey(info, certificate.publicKeyInfo)
  })
  ownKeys.set(certificate, key)
  return key
}

/** The key of a certificate below `issuer`; null when it cannot be read. */
export function workingKeyOf(certificate: PathCertificate, issuer: WorkingKey | null): WorkingKey | null {
  const own = ownKeyOf(certificate)
  if (own !== 'inherits') return own
  return orNull(() => {
    const { algorithm, bits } = readKeyInfo(certificate.publicKeyInfo)
    if (!issuer?.parameters || issuer.algorithm !== algorithm) return null
    const completed = encodeSequence(encodeSequence(encodeOid(algorithm), issuer.parameters), bits)
    return createKey({ algorithm, parameters: issuer.parameters, bits }, completed)
  })
}

function createKey({ algorithm, parameters, bits }: KeyInfo, publicKeyInfo: Uint8Array): WorkingKey | null {
  if (bits.length > LONGEST_KEY || (parameters?.length ?? 0) > LONGEST_KEY) return null
  if (algorithm === EC && parameters?.[0] !== TAG.oid) return null
  const key = createPublicKey({ key: Buffer.from(publicKeyInfo), format: 'der', type: 'spki' })
  const length = key.asymmetricKeyDetails?.modulusLength ?? 0
  return length > LONGEST_MODULUS || !isSecret(key) ? null : { key, algorithm, parameters }
}

/** node:crypto says no with errors of its own. */
function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

/**
 * @param identifier DER of the AlgorithmIdentifier
 * @throws DerError when unknown
 */
export function readCertificateAlgorithm(identifier: Uint8Array): CertificateSignatureAlgorithm {
  const own = ALGORITHMS[algorithmOid(identifier)]
  if (own) return { kind: own[0], hash: own[1] }
  const { scheme, hash } = readSignatureAlgorithm(identifier, '')
  if (hash === '') throw new DerError('The signature algorithm names no digest')
  return { kind: scheme, hash }
}

const algorithmOid = (identifier: Uint8Array): string =>
  oidOf(new DerCursor(readDer(identifier, TAG.sequence)).take(TAG.oid))

/** Whether this key made the signature; false for anything that cannot be read. */
export function isSignedWith(signed: SignedStructure, key: KeyObject): boolean {
  return orNull(() => verifyStructure(signed, key)) ?? false
}

function verifyStructure({ body, algorithm, signature }: SignedStructure, key: KeyObject): boolean {
  const { kind, hash } = readCertificateAlgorithm(algorithm)
  if (kind === 'RSASSA-PSS') {
    return verifySignature(key, readSignatureAlgorithm(algorithm, ''), { message: body, signature })
  }
  if (kind === 'RSASSA-PKCS1-v1_5' || kind === 'ECDSA') {
    return verifySignature(key, { scheme: kind, hash: hash ?? '', saltLength: 0 }, { message: body, signature })
  }
  if (kind === 'DSA') return key.asymmetricKeyType === 'dsa' && verify(hash, body, key, signature)
  return /^ed(25519|448)$/.test(key.asymmetricKeyType ?? '') && verify(null, body, key, signature)
}
