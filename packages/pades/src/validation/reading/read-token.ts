/**
 * Reads a timestamp token and verifies what it says about some octets (RFC 3161 §2.4.2, RFC 5816, EN 319 422).
 *
 * Whether its authority is trusted is judged elsewhere, at the time at which the token is known to have existed.
 */
import type { KeyObject } from 'node:crypto'
import {
  DerError,
  equalBytes,
  extendedKeyUsageOf,
  OID,
  readCertificate,
  readTimestampInfo,
  type TimestampInfo,
} from '@rubrica/pki'
import { contentOf } from './digest-ranges.ts'
import { nameDigest } from './name-algorithms.ts'
import { type Cms, readCms } from './read-cms.ts'
import { verifyCms, type VerifiedCms } from './verify-cms.ts'

export type TokenFault =
  | 'TIMESTAMP_MALFORMED'
  | 'TIMESTAMP_IMPRINT'
  | 'TIMESTAMP_SIGNATURE'
  | 'TIMESTAMP_PURPOSE'
  | 'TIMESTAMP_CERTIFICATE_ATTRIBUTE'

export interface ReadToken {
  readonly cms: Cms
  readonly time: Date
  readonly fault: TokenFault | null
  /** DER of the authority's certificate. */
  readonly certificate: Uint8Array | null
  readonly key: KeyObject | null
  /** node:crypto's names of the digests that it depends on. */
  readonly hashes: readonly string[]
}

/**
 * @param digest of what was timestamped, by node:crypto's digest names
 * @returns null when this is no token at all
 */
export function readToken(
  bytes: Uint8Array,
  digest: (hash: string) => Uint8Array,
  pool: readonly Uint8Array[],
): ReadToken | null {
  try {
    const cms = readCms(bytes)
    if (cms.contentType !== OID.tstInfo || cms.content === null) return null
    const info = readTimestampInfo(cms.content)
    const verified = verifyCms(cms, contentOf(cms.content), pool)
    const { certificate, key, hash, algorithm } = verified
    const hashes = [nameDigest(info.digestAlgorithm), hash, algorithm?.hash].filter((name) => typeof name === 'string')
    const known = { cms, time: info.time, certificate, key, hashes }
    return { ...known, fault: findTokenFault(info, verified, digest) }
  } catch (error) {
    if (error instanceof DerError) return null
    throw error
  }
}

function findTokenFault(
  { digestAlgorithm, imprint, hasUnknownCritical }: TimestampInfo,
  { fault, certificate, namesCertificate }: VerifiedCms,
  digest: (hash: string) => Uint8Array,
): TokenFault | null {
  const hash = nameDigest(digestAlgorithm)
  if (hash === null || !equalBytes(imprint, digest(hash))) return 'TIMESTAMP_IMPRINT'
  if (fault !== null || certificate === null) return 'TIMESTAMP_SIGNATURE'
  if (hasUnknownCritical) return 'TIMESTAMP_MALFORMED'
  if (!isForTimestampsOnly(certificate)) return 'TIMESTAMP_PURPOSE'
  return namesCertificate ? null : 'TIMESTAMP_CERTIFICATE_ATTRIBUTE'
}

/** The purpose must be there, alone and critical (RFC 3161 §2.3). */
function isForTimestampsOnly(der: Uint8Array): boolean {
  const certificate = readCertificate(der)
  const purposes = extendedKeyUsageOf(certificate)
  const isCritical = certificate.extensions.get(OID.extendedKeyUsage)?.critical === true
  return isCritical && purposes?.length === 1 && purposes[0] === OID.ekuTimeStamping
}
