import { OID } from '../../der/object-identifiers.ts'
import type { HashName } from '../sign-digest.ts'
import { invalidParameter, invalidRequest, missingParameter } from './csc-error.ts'
import type { CscVersion } from './csc-version.ts'

/** The members of a request's JSON object, of which nothing is known yet. */
export type Body = Readonly<Record<string, unknown>>

/** Digest algorithms that may be signed, by object identifier. */
const HASH_NAMES: Readonly<Record<string, HashName>> = {
  [OID.sha256]: 'sha256',
  [OID.sha384]: 'sha384',
  [OID.sha512]: 'sha512',
}
const HASH_BYTES: Readonly<Record<HashName, number>> = { sha1: 20, sha256: 32, sha384: 48, sha512: 64 }

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Throws CscError when there is no such text. */
export function readText(body: Body, name: string): string {
  const value = body[name]
  if (typeof value !== 'string' || value === '') throw missingParameter(name)
  return value
}

export const readOptionalText = (body: Body, name: string): string | undefined =>
  body[name] === undefined ? undefined : readText(body, name)

/** The raw digests of a request, in their order. Throws CscError for anything else than base64 texts. */
export function readHashes(body: Body, version: CscVersion): Buffer[] {
  const list = body[version.hashes]
  if (!Array.isArray(list)) throw missingParameter(version.hashes, 'array')
  if (list.length === 0) throw invalidRequest('Empty hash array')
  return list.map((item: unknown) => {
    if (typeof item !== 'string' || item === '' || !BASE64.test(item)) {
      throw invalidRequest('Invalid Base64 hash string parameter')
    }
    return Buffer.from(item, 'base64')
  })
}

/** The digest algorithm that a request names. Throws CscError when it is missing or not one that may be signed. */
export function readHashName(body: Body, version: CscVersion): HashName {
  const name = HASH_NAMES[readText(body, version.hashAlgorithm)]
  if (name === undefined) throw invalidParameter(version.hashAlgorithm)
  return name
}

/** Throws CscError when a digest is not as long as its algorithm makes it. */
export function checkLengths(hashes: readonly Uint8Array[], name: HashName): void {
  if (hashes.some((hash) => hash.length !== HASH_BYTES[name])) throw invalidRequest('Invalid digest value length')
}
