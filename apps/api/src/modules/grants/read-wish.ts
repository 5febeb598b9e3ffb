import { PortalError, type CertificateType } from '@rubrica/domain'
import type { CallingClient, ChallengeMethod, Wish } from './ports.ts'
import { invalidRequest, MOST_SIGNATURES, readHashes, requireOneAlgorithm } from './read-hashes.ts'

/** What the address of the authorisation page says (CSC API 1.0.4 §8.3.2, 2.0.0.2 §8.4.2; RFC 7636 §4.3). */
export interface AskedFor {
  readonly response_type?: string
  readonly client_id: string
  readonly redirect_uri?: string
  readonly scope?: string
  readonly state?: string
  readonly hash?: string
  readonly hashalgo?: string
  readonly credentialID?: string
  readonly numSignatures?: number
  readonly description?: string
  readonly code_challenge?: string
  readonly code_challenge_method?: string
}

/** Types whose keys sign what an application has hashed. */
export const SIGNING_TYPES: readonly CertificateType[] = ['keyvault', 'firmaremota']
/** Types that answer with a complete CMS and a certificate that nobody knew: only for applications that say so. */
const MADE_TYPES: readonly CertificateType[] = ['swisscom']
const TYPE_SCOPE = /^vidmobilecert\\([a-z]+)$/i
const LONGEST_STATE = 255
/** RFC 7636 §4.2: of a verifier of 43 to 128 characters, or its hash. */
const CHALLENGE = /^[A-Za-z0-9._~-]{43,128}$/
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The address that an answer may go to: exactly, letter by letter, one that was registered.
 * @throws {PortalError} AUTHORISATION_REDIRECT_UNKNOWN
 */
export function requireRedirect({ redirectUris }: CallingClient, named: string | undefined): string {
  const [only, ...others] = redirectUris
  const chosen = named ?? (others.length === 0 ? only : undefined)
  if (chosen !== undefined && redirectUris.includes(chosen)) return chosen
  throw new PortalError(
    'AUTHORISATION_REDIRECT_UNKNOWN',
    'The application has not registered the address to go back to',
  )
}

/**
 * What an application wants, once who it is and where its answer goes are known to be right.
 * @throws {PortalError} AUTHORISATION_REQUEST_INVALID
 */
export function readWish(client: CallingClient, asked: AskedFor): Wish {
  const redirectUri = requireRedirect(client, asked.redirect_uri)
  if (asked.response_type !== 'code') throw unsupported('unsupported_response_type', 'The response type must be “code”')
  if ((asked.state?.length ?? 0) > LONGEST_STATE) throw invalidRequest('The state is longer than 255 characters')
  const common = {
    clientId: client.id,
    redirectUri,
    redirectNamed: asked.redirect_uri !== undefined,
    state: asked.state ?? null,
    description: asked.description ?? null,
    challenge: readChallenge(asked),
  }
  const scope = asked.scope ?? 'credential'
  if (scope === 'service') {
    return {
      ...common,
      kind: 'service',
      certificateTypes: [],
      wantedCertificateId: null,
      hashes: [],
      hashAlgorithm: null,
      further: 0,
    }
  }
  return {
    ...common,
    kind: 'credential',
    certificateTypes: readTypes(scope),
    wantedCertificateId: readCertificateId(asked.credentialID),
    ...readSignatures(asked),
  }
}

/** @throws {PortalError} with `Error`, the word that OAuth has for it */
const unsupported = (error: string, message: string) =>
  new PortalError('AUTHORISATION_REQUEST_INVALID', message, { facts: { Error: error } })

/** Scopes are separated by blanks (RFC 6749 §3.3); each adds its types. */
function readTypes(scope: string): readonly CertificateType[] {
  return [...new Set(scope.trim().split(/ +/).flatMap(typesOf))]
}

function typesOf(scope: string): readonly CertificateType[] {
  if (scope === 'credential') return SIGNING_TYPES
  const type = TYPE_SCOPE.exec(scope)?.[1]?.toLowerCase()
  const found = [...SIGNING_TYPES, ...MADE_TYPES].find((one) => one === type)
  if (found === undefined) throw unsupported('invalid_scope', 'The scope is not one of this server')
  return [found]
}

function readCertificateId(credentialId: string | undefined): string | null {
  if (credentialId === undefined || credentialId === '') return null
  if (!GUID.test(credentialId)) throw invalidRequest('Invalid parameter credentialID')
  return credentialId.toLowerCase()
}

/** Every signature is bound to its hash; an application that will name some later says how many there will be. */
function readSignatures({
  hash,
  hashalgo,
  numSignatures,
}: AskedFor): Pick<Wish, 'hashes' | 'hashAlgorithm' | 'further'> {
  const hashes = readHashes(hash)
  if (hashes.length === 0) throw invalidRequest('The request names no hash')
  const count = numSignatures ?? hashes.length
  if (count < hashes.length) throw invalidRequest('There are more hashes than signatures')
  if (count > MOST_SIGNATURES) throw invalidRequest('Numbers of signatures is too high')
  return { hashes, hashAlgorithm: requireOneAlgorithm(hashes, hashalgo), further: count - hashes.length }
}

function readChallenge({ code_challenge: value, code_challenge_method: method }: AskedFor): Wish['challenge'] {
  if (value === undefined) {
    if (method === undefined) return null
    throw invalidRequest('There is a code challenge method and no code challenge')
  }
  if (!CHALLENGE.test(value)) throw invalidRequest('The code challenge is not in its form')
  const named: string = method ?? 'plain'
  if (named !== 'S256' && named !== 'plain') throw invalidRequest('The code challenge method must be S256 or plain')
  return { value, method: named satisfies ChallengeMethod }
}
