/**
 * Algorithms that are verified but not used for signing: the same in certificates, CRLs, OCSP answers and CMS.
 *
 * RFC 3279 §2.2, RFC 5758 §3, NIST's register of algorithms (SHA-3).
 */

/** Scheme and node:crypto's name of the digest, by object identifier. */
export const FOREIGN_ALGORITHMS: Readonly<
  Record<string, readonly ['RSASSA-PKCS1-v1_5' | 'ECDSA' | 'DSA', hash: string]>
> = {
  '1.2.840.113549.1.1.4': ['RSASSA-PKCS1-v1_5', 'md5'],
  '1.2.840.113549.1.1.14': ['RSASSA-PKCS1-v1_5', 'sha224'],
  '2.16.840.1.101.3.4.3.14': ['RSASSA-PKCS1-v1_5', 'sha3-256'],
  '2.16.840.1.101.3.4.3.15': ['RSASSA-PKCS1-v1_5', 'sha3-384'],
  '2.16.840.1.101.3.4.3.16': ['RSASSA-PKCS1-v1_5', 'sha3-512'],
  '1.2.840.10045.4.3.1': ['ECDSA', 'sha224'],
  '2.16.840.1.101.3.4.3.10': ['ECDSA', 'sha3-256'],
  '2.16.840.1.101.3.4.3.11': ['ECDSA', 'sha3-384'],
  '2.16.840.1.101.3.4.3.12': ['ECDSA', 'sha3-512'],
  '1.2.840.10040.4.3': ['DSA', 'sha1'],
  '2.16.840.1.101.3.4.3.1': ['DSA', 'sha224'],
  '2.16.840.1.101.3.4.3.2': ['DSA', 'sha256'],
}

/** node:crypto's names of digests (NIST FIPS 202), by object identifier. */
export const SHA3_DIGESTS: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.8': 'sha3-256',
  '2.16.840.1.101.3.4.2.9': 'sha3-384',
  '2.16.840.1.101.3.4.2.10': 'sha3-512',
}
