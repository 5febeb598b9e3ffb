import type { AskedFor } from '../../modules/grants/read-wish.ts'
import { invalidRequest } from './csc-error.ts'
import type { CscVersion } from './csc-version.ts'
import { invalidParameter } from './read-body.ts'

/** Parameters of an OAuth request, each once (RFC 6749 §3.1); empty ones are left out. */
export type Fields = Readonly<Record<string, string>>

const LONGEST_FIELD = 64 * 1024

/** @throws {CscError} for a parameter that comes twice or is no text */
export function readFields(source: unknown): Fields {
  if (typeof source !== 'object' || source === null) return {}
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(source)) {
    if (typeof value === 'number') fields[name] = String(value)
    else if (typeof value !== 'string' || value.length > LONGEST_FIELD || value.includes('\0')) {
      throw invalidRequest(`The parameter ${name.slice(0, 64)} is not valid, or comes twice`)
    } else if (value !== '') fields[name] = value
  }
  return fields
}

/** What goes from the application's request to the authorisation page under the same name. */
const SAME = [
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'credentialID',
  'description',
  'code_challenge',
  'code_challenge_method',
] as const

const LONGEST_DESCRIPTION = 500

/**
 * What an application asks for, in the words of the authorisation page (1.0.4.0 8.3.2, 2.0.0.2 8.4.2).
 * @throws {CscError}
 */
export function readAsked(fields: Fields, version: CscVersion): AskedFor {
  const { client_id = '', numSignatures: count, description } = fields
  if ((description?.length ?? 0) > LONGEST_DESCRIPTION) throw invalidParameter('description')
  if (count !== undefined && !/^[1-9]\d{0,5}$/.test(count)) throw invalidParameter('numSignatures')
  const details = version.id === 'v2' ? fields['authorization_details'] : undefined
  return {
    ...pick(fields, SAME),
    client_id,
    ...(details === undefined ? readMembers(fields, version) : { ...readDetails(details), scope: 'credential' }),
    ...(count !== undefined && { numSignatures: Number(count) }),
  }
}

export const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))

/** Without a scope, it follows from what is asked for. */
function readMembers(fields: Fields, version: CscVersion): Fields {
  const { [version.hashes]: hash, [version.hashAlgorithm]: hashalgo, credentialID } = fields
  const scope = (hash ?? credentialID) === undefined ? 'service' : 'credential'
  return {
    scope: fields['scope'] ?? scope,
    ...(hash !== undefined && { hash }),
    ...(hashalgo !== undefined && { hashalgo }),
  }
}

/** RFC 9396, with the one type that the standard has. */
function readDetails(text: string): Record<string, string> {
  const detail = parseOne(text)
  const { credentialID, documentDigests, hashAlgorithmOID } = detail
  if (detail['type'] !== 'credential' || !Array.isArray(documentDigests)) throw invalidDetails()
  const hashes = (documentDigests as unknown[]).map((digest) => {
    const hash: unknown = typeof digest === 'object' && digest !== null ? Reflect.get(digest, 'hash') : undefined
    if (typeof hash !== 'string' || hash.includes(',')) throw invalidDetails()
    return hash
  })
  return {
    hash: hashes.join(','),
    ...(typeof credentialID === 'string' && { credentialID }),
    ...(typeof hashAlgorithmOID === 'string' && { hashalgo: hashAlgorithmOID }),
  }
}

function parseOne(text: string): Record<string, unknown> {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw invalidDetails()
  }
  const [detail, ...more] = Array.isArray(parsed) ? (parsed as unknown[]) : [parsed]
  if (typeof detail !== 'object' || detail === null || more.length > 0) throw invalidDetails()
  return detail as Record<string, unknown>
}

const invalidDetails = () => invalidParameter('authorization_details')
