/**
 * Signature algorithms, between three languages: ASN.1 identifiers, node:crypto, and our scheme names.
 *
 * Two traps live here. RSA-PSS carries its digest, mask and salt length as parameters, and a verifier must use those
 * and not defaults. ECDSA signatures come as DER from some devices and as r‖s from others (WebCrypto, smart cards); CMS
 * wants DER.
 *
 * RFC 4055 §3.1, RFC 5754 §3, RFC 5758 §3.2, RFC 3279 §2.2.3.
 */
import { constants, type KeyObject, verify } from 'node:crypto'
import { childrenOf, DerCursor, DerError, oidOf, onlyChild, readDer, smallIntegerOf, TAG } from '../der/der-reader.ts'
import { encodeExplicit, encodeNull, encodeOid, encodeSequence, encodeUnsignedInteger } from '../der/der-writer.ts'
import { encodeDigestAlgorithm, hashNameOf } from './digest-algorithms.ts'
import { SHA3_DIGESTS } from './foreign-algorithms.ts'
import { OID } from '../der/object-identifiers.ts'
import type { DigestAlgorithm, SignatureScheme } from './algorithms.ts'

/** What a verifier needs: the scheme, node:crypto's digest name, and for PSS the salt length in octets. */
export interface SignatureAlgorithm {
  readonly scheme: SignatureScheme
  readonly hash: string
  readonly saltLength: number
}

const RSA_OIDS: Readonly<Record<DigestAlgorithm, string>> = {
  'SHA-256': OID.rsaWithSha256,
  'SHA-384': OID.rsaWithSha384,
  'SHA-512': OID.rsaWithSha512,
}

const ECDSA_OIDS: Readonly<Record<DigestAlgorithm, string>> = {
  'SHA-256': OID.ecdsaWithSha256,
  'SHA-384': OID.ecdsaWithSha384,
  'SHA-512': OID.ecdsaWithSha512,
}

/** Some signers fill the whole modulus with salt; no key is longer than this. */
const LONGEST_SALT = 2048

/** AlgorithmIdentifier for `scheme` with `digest`; PSS uses the same digest for its mask and a salt of its length. */
export function encodeSignatureAlgorithm(scheme: SignatureScheme, digest: DigestAlgorithm): Uint8Array {
  switch (scheme) {
    case 'RSASSA-PKCS1-v1_5':
      return encodeSequence(encodeOid(RSA_OIDS[digest]), encodeNull())
    case 'ECDSA':
      return encodeSequence(encodeOid(ECDSA_OIDS[digest]))
    case 'RSASSA-PSS': {
      const hash = encodeDigestAlgorithm(digest)
      const mask = encodeSequence(encodeOid(OID.mgf1), hash)
      const salt = encodeUnsignedInteger(digestLength(digest))
      const parameters = encodeSequence(encodeExplicit(0, hash), encodeExplicit(1, mask), encodeExplicit(2, salt))
      return encodeSequence(encodeOid(OID.rsassaPss), parameters)
    }
  }
}

/** Octets in a digest. */
const digestLength = (digest: DigestAlgorithm): number => Number(digest.slice(4)) / 8

const FIXED_ALGORITHMS: Readonly<Record<string, readonly [SignatureScheme, string]>> = {
  [OID.rsaWithSha1]: ['RSASSA-PKCS1-v1_5', 'sha1'],
  [OID.rsaWithSha256]: ['RSASSA-PKCS1-v1_5', 'sha256'],
  [OID.rsaWithSha384]: ['RSASSA-PKCS1-v1_5', 'sha384'],
  [OID.rsaWithSha512]: ['RSASSA-PKCS1-v1_5', 'sha512'],
  [OID.ecdsaWithSha1]: ['ECDSA', 'sha1'],
  [OID.ecdsaWithSha256]: ['ECDSA', 'sha256'],
  [OID.ecdsaWithSha384]: ['ECDSA', 'sha384'],
  [OID.ecdsaWithSha512]: ['ECDSA', 'sha512'],
}

/**
 * Reads a SignerInfo's signature AlgorithmIdentifier.
 * @param identifier DER of the AlgorithmIdentifier
 * @param digestHash node:crypto's name of the SignerInfo's digest, used where the identifier names none
 * @throws DerError when unknown
 */
export function readSignatureAlgorithm(identifier: Uint8Array, digestHash: string): SignatureAlgorithm {
  const cursor = new DerCursor(readDer(identifier, TAG.sequence))
  const oid = oidOf(cursor.take(TAG.oid))
  const fixed = FIXED_ALGORITHMS[oid]
  if (fixed) return { scheme: fixed[0], hash: fixed[1], saltLength: 0 }
  if (oid === OID.rsaEncryption) return { scheme: 'RSASSA-PKCS1-v1_5', hash: digestHash, saltLength: 0 }
  if (oid === OID.ecPublicKey) return { scheme: 'ECDSA', hash: digestHash, saltLength: 0 }
  if (oid !== OID.rsassaPss) throw new DerError('The signature algorithm is not known')
  return readPssParameters(cursor)
}

function readPssParameters(cursor: DerCursor): SignatureAlgorithm {
  const parameters = new DerCursor(cursor.take(TAG.sequence))
  const hashField = parameters.takeIf(0xa0)
  const maskField = parameters.takeIf(0xa1)
  const saltField = parameters.takeIf(0xa2)
  const hash = hashField ? maskedDigestOf(onlyChild(hashField).bytes) : 'sha1'
  const mask = maskField ? childrenOf(onlyChild(maskField, TAG.sequence))[1] : undefined
  if (maskField && (!mask || maskedDigestOf(mask.bytes) !== hash)) throw new DerError('The mask uses another digest')
  const saltLength = saltField ? smallIntegerOf(onlyChild(saltField, TAG.integer)) : 20
  if (saltLength > LONGEST_SALT) throw new DerError('The salt is too long')
  return { scheme: 'RSASSA-PSS', hash, saltLength }
}

/** Other signers may use SHA-3. */
const maskedDigestOf = (identifier: Uint8Array): string => SHA3_DIGESTS[oidIn(identifier)] ?? digestNameOf(identifier)

const oidIn = (identifier: Uint8Array): string => oidOf(new DerCursor(readDer(identifier, TAG.sequence)).take(TAG.oid))

/**
 * node:crypto's digest name of a digest AlgorithmIdentifier.
 * @throws DerError when unknown
 */
export function digestNameOf(identifier: Uint8Array): string {
  const name = hashNameOf(oidIn(identifier))
  if (!name) throw new DerError('The digest algorithm is not known')
  return name
}

/** The algorithm of our own signatures. */
export function signatureAlgorithmFor(scheme: SignatureScheme, digest: DigestAlgorithm): SignatureAlgorithm {
  return { scheme, hash: digest.replace('-', '').toLowerCase(), saltLength: digestLength(digest) }
}

/** What node:crypto's sign and verify take besides the key. */
export function cryptoOptionsFor(algorithm: SignatureAlgorithm): { padding?: number; saltLength?: number } {
  if (algorithm.scheme === 'ECDSA') return {}
  if (algorithm.scheme === 'RSASSA-PKCS1-v1_5') return { padding: constants.RSA_PKCS1_PADDING }
  return { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: algorithm.saltLength }
}

/**
 * Whether `signature` (ECDSA: DER) over `message` verifies; false for a key of another kind or a malformed signature.
 */
export function verifySignature(
  key: KeyObject,
  algorithm: SignatureAlgorithm,
  signed: { readonly message: Uint8Array; readonly signature: Uint8Array },
): boolean {
  const keyFits = algorithm.scheme === 'ECDSA' ? key.asymmetricKeyType === 'ec' : isRsa(key)
  if (!keyFits) return false
  try {
    return verify(algorithm.hash, signed.message, { key, ...cryptoOptionsFor(algorithm) }, signed.signature)
  } catch {
    return false
  }
}

/**
 * Whether the key has a private half at all: with an exponent of 1 or an even one anybody signs (RFC 8017 clause 3.1).
 */
export function isSecret({ asymmetricKeyDetails }: KeyObject): boolean {
  const exponent = asymmetricKeyDetails?.publicExponent
  return exponent === undefined || (exponent >= 3n && exponent % 2n === 1n)
}

const isRsa = (key: KeyObject): boolean => key.asymmetricKeyType === 'rsa' || key.asymmetricKeyType === 'rsa-pss'

/** ECDSA signature as DER, from DER or from r‖s of equal halves. Anything else is returned as it is. */
export function ecdsaSignatureToDer(signature: Uint8Array): Uint8Array {
  if (isEcdsaDer(signature) || signature.length % 2 !== 0) return signature
  const half = signature.length / 2
  return encodeSequence(
    encodeUnsignedInteger(signature.subarray(0, half)),
    encodeUnsignedInteger(signature.subarray(half)),
  )
}

function isEcdsaDer(signature: Uint8Array): boolean {
  try {
    const members = childrenOf(readDer(signature, TAG.sequence))
    return members.length === 2 && members.every((member) => member.tag === TAG.integer)
  } catch {
    return false
  }
}
