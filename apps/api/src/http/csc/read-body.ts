/** Reads requests of the CSC API in its own words for what is missing or wrong (CSC 10.1). */
import { findHashAlgorithm, MOST_SIGNATURES } from '../../modules/grants/read-hashes.ts'
import type { HashAlgorithm } from '../../modules/grants/ports.ts'
import { invalidRequest, type CscError } from './csc-error.ts'
import type { CscVersion } from './csc-version.ts'

export type Body = Readonly<Record<string, unknown>>

const LONGEST_TEXT = 8192
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

const missing = (name: string, type: 'string' | 'integer' | 'array' | 'boolean'): CscError =>
  invalidRequest(`Missing (or invalid type) ${type} parameter ${name}`)

export const invalidParameter = (name: string): CscError => invalidRequest(`Invalid parameter ${name}`)

/** @throws {CscError} for a body that is no object */
export function requireBody(body: unknown): Body {
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw invalidRequest('The request is not a JSON object')
  return body as Body
}

/** @throws {CscError} */
export function readText(body: Body, name: string): string {
  const text = readOptionalText(body, name)
  if (text === undefined || text === '') throw missing(name, 'string')
  return text
}

/** @throws {CscError} */
export function readOptionalText(body: Body, name: string, longest = LONGEST_TEXT): string | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw missing(name, 'string')
  // A text with a zero byte can be stored nowhere.
  if (value.length > longest || value.includes('\0')) throw invalidParameter(name)
  return value
}

/** @throws {CscError} */
export function readFlag(body: Body, name: string): boolean {
  const value = body[name] ?? false
  if (typeof value !== 'boolean') throw missing(name, 'boolean')
  return value
}

/** @throws {CscError} */
export function readCount(body: Body, name: string, most: number): number | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (!Number.isInteger(value)) throw missing(name, 'integer')
  if ((value as number) < 1) throw invalidRequest(`Invalid value for parameter ${name}`)
  return Math.min(value as number, most)
}

/** Digests in base64. @throws {CscError} */
export function readHashes(body: Body, { hashes: name }: CscVersion): Uint8Array[] {
  const values = body[name]
  if (!Array.isArray(values)) throw missing(name, 'array')
  if (values.length === 0) throw invalidRequest(`Empty ${name} array`)
  if (values.length > MOST_SIGNATURES) throw invalidRequest('Numbers of signatures is too high')
  return (values as unknown[]).map((value) => {
    if (typeof value !== 'string' || !BASE64.test(value))
      throw invalidRequest(`Invalid Base64 ${name} string parameter`)
    return new Uint8Array(Buffer.from(value, 'base64'))
  })
}

/** An algorithm by its OID. @throws {CscError} for one that is not taken */
export function readOptionalHashAlgorithm(body: Body, { hashAlgorithm: name }: CscVersion): HashAlgorithm | undefined {
  const oid = readOptionalText(body, name)
  if (oid === undefined) return undefined
  const found = findHashAlgorithm(oid)
  if (found === undefined) throw invalidParameter(name)
  return found
}
