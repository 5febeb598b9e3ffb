import { constants, createECDH, privateEncrypt, randomBytes, type KeyObject } from 'node:crypto'
import { OID } from '../der/object-identifiers.ts'
import { nullValue, objectIdentifier, octetString, sequence, unsignedInteger } from '../der/write-der.ts'

export const HASHES = { sha1: OID.sha1, sha256: OID.sha256, sha384: OID.sha384, sha512: OID.sha512 } as const
export type HashName = keyof typeof HASHES

/** Order of the group of P-256 (FIPS 186-5, SP 800-186). */
const P256_ORDER = 0xffff_ffff_0000_0000_ffff_ffff_ffff_ffff_bce6_faad_a717_9e84_f3b9_cac2_fc63_2551n

/** Signs a finished digest: RSASSA-PKCS1-v1_5 for RSA keys, ECDSA as DER (RFC 3279 2.2.3) for P-256 keys. */
export function signDigest(key: KeyObject, digest: Uint8Array, hash: HashName): Buffer {
  if (key.asymmetricKeyType === 'ec') return signWithP256(key, digest)
  return signPadded(key, encodeDigestInfo(digest, hash))
}

/** What PKCS#11 calls CKM_RSA_PKCS: only the padding of RFC 8017 8.2.1 is added to the block. */
export function signPadded(key: KeyObject, block: Uint8Array): Buffer {
  return privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, block)
}

/** DigestInfo of RFC 8017 9.2. */
export function encodeDigestInfo(digest: Uint8Array, hash: HashName): Uint8Array {
  return sequence(sequence(objectIdentifier(HASHES[hash]), nullValue()), octetString(digest))
}

/** ECDSA over a digest that is given as it is (FIPS 186-5 6.4.1); node itself signs messages only. */
function signWithP256(key: KeyObject, digest: Uint8Array): Buffer {
  const secret = toNumber(Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url'))
  const value = toNumber(digest.subarray(0, 32))
  for (;;) {
    const once = (toNumber(randomBytes(40)) % (P256_ORDER - 1n)) + 1n
    const curve = createECDH('prime256v1')
    curve.setPrivateKey(toBytes(once))
    const r = toNumber(curve.getPublicKey().subarray(1, 33)) % P256_ORDER
    const s = modulo(invert(once) * (value + r * secret))
    if (r !== 0n && s !== 0n) {
      return Buffer.from(sequence(unsignedInteger(toBytes(r)), unsignedInteger(toBytes(s))))
    }
  }
}

const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)
const toBytes = (number: bigint): Buffer => Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
const modulo = (number: bigint): bigint => ((number % P256_ORDER) + P256_ORDER) % P256_ORDER

/** The inverse modulo the order, which is prime: number^(order - 2). */
function invert(number: bigint): bigint {
  let result = 1n
  let base = number
  for (let exponent = P256_ORDER - 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % P256_ORDER
    base = (base * base) % P256_ORDER
  }
  return result
}
