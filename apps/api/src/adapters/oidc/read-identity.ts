/** Whom the claims of an ID token name, for each provider: what is its own and stays, and what it vouches for. */
import type { IDToken } from 'openid-client'
import type { ProvenIdentity } from '../../modules/logins/ports.ts'

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length > 0 && value.length <= 1000 ? value : undefined

/** Google gives an address to its account only after a proof; `email_verified` says so (OpenID Connect Core §5.1). */
export function readGoogleIdentity(claims: IDToken): ProvenIdentity {
  const email = claims['email_verified'] === true ? textOf(claims['email']) : undefined
  return { provider: 'google', issuer: claims.iss, subject: claims.sub, email }
}

/**
 * Microsoft's accounts are those of a directory (`tid`) and an object in it (`oid`). A directory says of its members
 * what it likes, also addresses that are not its own: they are believed only of the one directory that the operator
 * named, and never where every directory may come in.
 */
export function readMicrosoftIdentity(
  claims: IDToken,
  server: { readonly issuer: string },
): ProvenIdentity | undefined {
  const directory = textOf(claims['tid'])
  const subject = textOf(claims['oid'])
  if (directory === undefined || subject === undefined || !claims.iss.includes(directory)) return undefined
  const isNamed = claims.iss === server.issuer && !server.issuer.includes('{')
  const email = textOf(claims['email']) ?? textOf(claims['preferred_username'])
  return {
    provider: 'microsoft',
    issuer: claims.iss,
    subject,
    email: isNamed && email?.includes('@') ? email : undefined,
  }
}

/** Names that credentials have for the number of an identity document, the most exact first. */
const LEGAL_IDS = ['personalIdentifier', 'legalId', 'documentNumber'] as const
/** The identifier of a person across borders names two countries first: ES/ES/12345678Z. */
const COUNTRIES = /^[A-Z]{2}\/[A-Z]{2}\//

/**
 * A wallet shows credentials, in a presentation within the ID token (VIDconnect). They were verified by who signed the
 * token; here they must be about the person who logged in.
 */
export function readWalletIdentity(claims: IDToken): ProvenIdentity {
  const subjects = credentialSubjects(claims)
  const first = (names: readonly string[]) =>
    subjects.flatMap((subject) => names.map((name) => textOf(subject[name]))).find((text) => text !== undefined)
  return {
    provider: 'wallet',
    issuer: claims.iss,
    subject: claims.sub,
    email: first(['email']),
    legalId: first(LEGAL_IDS)?.replace(COUNTRIES, ''),
  }
}

function credentialSubjects(claims: IDToken): Record<string, unknown>[] {
  const presentation = claims['vp']
  if (!isRecord(presentation)) return []
  const holders = [claims.sub, claims['did']]
  return listOf(presentation['verifiableCredential'])
    .filter(isRecord)
    .flatMap((credential) => listOf(credential['credentialSubject']))
    .filter(isRecord)
    .filter(({ id }) => id === undefined || holders.includes(id as string))
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
