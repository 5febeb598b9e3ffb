import { PortalError } from '@rubrica/domain'
import type { HashAlgorithm } from './ports.ts'

/** Signatures that one grant may cover. */
export const MOST_SIGNATURES = 200

const BYTES: Readonly<Record<HashAlgorithm, number>> = { 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 }

const NAMES: Readonly<Record<string, HashAlgorithm>> = {
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
  SHA256: 'SHA-256',
  SHA384: 'SHA-384',
  SHA512: 'SHA-512',
}

/** @throws {PortalError} AUTHORISATION_REQUEST_INVALID */
export const invalidRequest = (message: string): PortalError =>
  new PortalError('AUTHORISATION_REQUEST_INVALID', message)

/** An algorithm by its OID or its name, however that is written; undefined for one that is not taken. */
export const findHashAlgorithm = (name: string): HashAlgorithm | undefined =>
  NAMES[
    name
      .trim()
      .toUpperCase()
      .replace(/^SHA2?-/, 'SHA')
  ]

/** The algorithm that makes hashes of this length. */
const ofLength = (bytes: number): HashAlgorithm | undefined =>
  (Object.keys(BYTES) as HashAlgorithm[]).find((name) => BYTES[name] === bytes)

/**
 * The algorithm of hashes that are all as long as it makes them.
 * @param named as the application calls it; without a name, the length decides.
 * @throws {PortalError} AUTHORISATION_REQUEST_INVALID
 */
export function requireOneAlgorithm(hashes: readonly Uint8Array[], named: string | undefined): HashAlgorithm {
  const algorithm = named === undefined ? ofLength(hashes[0]?.length ?? 0) : findHashAlgorithm(named)
  if (!algorithm) throw invalidRequest('The hash algorithm must be SHA-256, SHA-384 or SHA-512')
  if (hashes.some((hash) => hash.length !== BYTES[algorithm])) {
    throw invalidRequest('Invalid digest value length')
  }
  return algorithm
}

/**
 * Hashes as an address carries them: base64url, separated by commas. Plain base64 is understood, too.
 * @throws {PortalError} AUTHORISATION_REQUEST_INVALID
 */
export function readHashes(text: string | undefined): Uint8Array[] {
  if (text === undefined || text === '') return []
  const parts = text.split(',')
  if (parts.length > MOST_SIGNATURES) throw invalidRequest(`One request names at most ${MOST_SIGNATURES} hashes`)
  return parts.map((part) => {
    // In an address, a plus sign that nobody has escaped has become a space.
    const clean = part.replace(/ /g, '+')
    if (!/^[A-Za-z0-9_+/-]{1,128}={0,2}$/.test(clean)) throw invalidRequest('A hash is not in base64url')
    return new Uint8Array(Buffer.from(clean, 'base64url'))
  })
}
