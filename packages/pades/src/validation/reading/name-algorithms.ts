/**
 * Names the algorithms of signatures as they are found, old ones included: they are verified first, and whether they
 * are strong enough is another question.
 *
 * RFC 3370, RFC 5754, RFC 5758, RFC 8419, RFC 8702.
 */
import { constants, createHash, getHashes, type Hash, type KeyObject, type SigningOptions } from 'node:crypto'
import {
  DerCursor,
  FOREIGN_ALGORITHMS,
  hashNameOf,
  isSoundDigest,
  isSoundKey,
  oidOf,
  readDer,
  readSignatureAlgorithm,
  SHA3_DIGESTS,
  TAG,
} from '@rubrica/pki'

/** node:crypto's names of digests that this package never signs with. */
const OTHER_DIGESTS: Readonly<Record<string, string>> = {
  ...SHA3_DIGESTS,
  '1.2.840.113549.2.5': 'md5',
  '1.3.36.3.2.1': 'ripemd160',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.6': 'sha512-256',
  '2.16.840.1.101.3.4.2.12': 'shake256',
  '2.16.840.1.101.3.4.2.18': 'shake256',
}

/** What the OpenSSL below can compute. */
const AVAILABLE: ReadonlySet<string> = new Set(getHashes())

/** A hash by node:crypto's name; SHAKE256 with the length that Ed448 uses (RFC 8419 §2.3). */
export const openHash = (name: string): Hash =>
  name === 'shake256' ? createHash(name, { outputLength: 64 }) : createHash(name)

type FoundScheme = 'RSASSA-PKCS1-v1_5' | 'RSASSA-PSS' | 'ECDSA' | 'PLAIN-ECDSA' | 'EdDSA' | 'DSA'

export interface FoundAlgorithm {
  readonly scheme: FoundScheme
  /** node:crypto's name of the digest. */
  readonly hash: string
  readonly saltLength: number
}

/** BSI TR-03111 clause 5.2.1: r and s one after the other, without DER around them. */
const PLAIN_ECDSA = '0.4.0.127.0.7.1.1.4.1'

const OTHER_ALGORITHMS: Readonly<Record<string, readonly [FoundScheme, string]>> = {
  ...FOREIGN_ALGORITHMS,
  [`${PLAIN_ECDSA}.1`]: ['PLAIN-ECDSA', 'sha1'],
  [`${PLAIN_ECDSA}.2`]: ['PLAIN-ECDSA', 'sha224'],
  [`${PLAIN_ECDSA}.3`]: ['PLAIN-ECDSA', 'sha256'],
  [`${PLAIN_ECDSA}.4`]: ['PLAIN-ECDSA', 'sha384'],
  [`${PLAIN_ECDSA}.5`]: ['PLAIN-ECDSA', 'sha512'],
  '1.3.101.112': ['EdDSA', 'sha512'],
  '1.3.101.113': ['EdDSA', 'shake256'],
}

const oidIn = (identifier: Uint8Array): string => oidOf(new DerCursor(readDer(identifier, TAG.sequence)).take(TAG.oid))

/** node:crypto's name of a digest AlgorithmIdentifier (DER); null when it is not known. Throws DerError. */
export function nameDigest(identifier: Uint8Array): string | null {
  const oid = oidIn(identifier)
  const name = hashNameOf(oid) ?? OTHER_DIGESTS[oid]
  return name !== undefined && AVAILABLE.has(name) ? name : null
}

/**
 * The algorithm of a SignerInfo.
 * @param digest of the SignerInfo, where the identifier names none
 * @throws DerError when it is not known
 */
export function nameSignature(identifier: Uint8Array, digest: string): FoundAlgorithm {
  const other = OTHER_ALGORITHMS[oidIn(identifier)]
  if (other) return { scheme: other[0], hash: other[1], saltLength: 0 }
  return readSignatureAlgorithm(identifier, digest)
}

/** What node:crypto takes besides the key. */
export function verifyOptionsFor({
  scheme,
  saltLength,
}: Pick<FoundAlgorithm, 'scheme' | 'saltLength'>): SigningOptions {
  if (scheme === 'PLAIN-ECDSA') return { dsaEncoding: 'ieee-p1363' }
  return scheme === 'RSASSA-PSS' ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength } : {}
}

/** Why the algorithm was too weak at that time; null when it was strong enough. */
export function findWeakness(
  used: { readonly hash: string; readonly key: KeyObject | null },
  time: Date,
): 'DIGEST_WEAK' | 'KEY_WEAK' | null {
  if (!isSoundDigest(used.hash, time.getTime())) return 'DIGEST_WEAK'
  return used.key === null || isSoundKey(used.key, time.getTime()) ? null : 'KEY_WEAK'
}
