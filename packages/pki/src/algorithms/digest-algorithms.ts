/**
 * The digests this package signs with, and the names by which ASN.1 and node:crypto know them.
 *
 * RFC 5754 §2: parameters of SHA-2 identifiers are absent when written, absent or NULL when read.
 */
import { createHash } from 'node:crypto'
import { encodeOid, encodeSequence } from '../der/der-writer.ts'
import { OID } from '../der/object-identifiers.ts'
import type { DigestAlgorithm } from './algorithms.ts'

const IDENTIFIERS: Readonly<Record<DigestAlgorithm, string>> = {
  'SHA-256': OID.sha256,
  'SHA-384': OID.sha384,
  'SHA-512': OID.sha512,
}

/** Name of the digest in node:crypto: `sha256`. */
export const hashName = (algorithm: DigestAlgorithm): string => algorithm.replace('-', '').toLowerCase()

/** Digest of all `parts`, one after the other. */
export function digestOf(algorithm: DigestAlgorithm, ...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash(hashName(algorithm))
  for (const part of parts) hash.update(part)
  return new Uint8Array(hash.digest())
}

/** AlgorithmIdentifier of a digest. */
export const encodeDigestAlgorithm = (algorithm: DigestAlgorithm): Uint8Array =>
  encodeSequence(encodeOid(IDENTIFIERS[algorithm]))

/** node:crypto's name for a digest identifier from outside, SHA-1 included (old timestamps); undefined when unknown. */
export function hashNameOf(oid: string): string | undefined {
  if (oid === OID.sha1) return 'sha1'
  const known = Object.entries(IDENTIFIERS).find(([, identifier]) => identifier === oid)
  return known && hashName(known[0] as DigestAlgorithm)
}
