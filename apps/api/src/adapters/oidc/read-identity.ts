/**
 * Whom the claims of an ID token name, for each provider: what is its own and stays, and what it vouches for. An issuer
 * never gives a subject to somebody else (OpenID Connect Core §2), so that issuer and subject are the account.
 */
import type { IDToken } from 'openid-client'
import type { NamedOidcConfig } from '../../config/read-logins.ts'
import type { AccountName, ProvenIdentity } from '../../modules/logins/ports.ts'

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length > 0 && value.length <= 1000 ? value : undefined

/** An address that counts, or the reason for the log why there is none. */
type Address = { readonly emails: readonly string[]; readonly gaps: readonly string[] }

const address = (email: string): Address => ({ emails: [email], gaps: [] })
const noAddress = (gap: string): Address => ({ emails: [], gaps: [gap] })

/** The claim with its proof (OpenID Connect Core §5.1). */
function verifiedAddress(claims: IDToken): Address {
  const email = textOf(claims['email'])
  if (email === undefined) return noAddress('the claim email is missing')
  return claims['email_verified'] === true ? address(email) : noAddress('the claim email_verified is not true')
}

/** Google gives an address to its account only after a proof. */
export function readGoogleIdentity(claims: IDToken): ProvenIdentity {
  return { provider: 'google', issuer: claims.iss, name: { subject: claims.sub }, ...verifiedAddress(claims) }
}

type ClaimNames = Pick<NamedOidcConfig, 'idClaim' | 'emailClaim' | 'emailDomains' | 'legalIdClaim'>

/** Claims of a provider that are not always in the ID token. */
export const wantedClaims = ({ idClaim, emailClaim = 'email', legalIdClaim }: ClaimNames): readonly string[] =>
  legalIdClaim === undefined ? [idClaim, emailClaim] : [idClaim, emailClaim, legalIdClaim]

/** A provider of the operator's choice: which claims name and prove what, the operator says. */
export function readNamedIdentity(names: ClaimNames, claims: IDToken): ProvenIdentity {
  const { idClaim, legalIdClaim } = names
  const subject = textOf(claims[idClaim])
  const legalId = legalIdClaim === undefined ? undefined : textOf(claims[legalIdClaim])
  const { emails, gaps } = addressWithin(names, claims)
  const isMissing = (name: string | undefined, value: string | undefined) =>
    name === undefined || value !== undefined ? [] : [`the claim ${name} is missing, or is no text`]
  return {
    provider: 'oidc',
    issuer: claims.iss,
    name: subject === undefined ? undefined : accountName(idClaim, subject),
    emails,
    legalId,
    gaps: [...isMissing(idClaim, subject), ...isMissing(legalIdClaim, legalId), ...gaps],
  }
}

const accountName = (claim: string, subject: string): AccountName =>
  claim === 'sub' ? { subject } : { subject, attribute: claim }

function addressWithin({ emailClaim, emailDomains }: ClaimNames, claims: IDToken): Address {
  const { emails, gaps } = emailClaim === undefined ? verifiedAddress(claims) : chosenAddress(claims, emailClaim)
  if (emailDomains.length === 0 || emails.every((email) => emailDomains.includes(domainOf(email))))
    return { emails, gaps }
  return noAddress('its address is not of OIDC_EMAIL_DOMAINS')
}

function chosenAddress(claims: IDToken, name: string): Address {
  const email = textOf(claims[name])
  return email === undefined ? noAddress(`the claim ${name} is missing, or is no text`) : address(email)
}

const domainOf = (email: string) => (email.includes('@') ? email.slice(email.lastIndexOf('@') + 1).toLowerCase() : '')

/**
 * Microsoft's accounts are those of a directory (`tid`) and an object in it (`oid`). A directory says of its members
 * what it likes, also addresses that are not its own: they are believed only of the one directory that the operator
 * named, and never where every directory may come in.
 */
export function readMicrosoftIdentity(claims: IDToken, server: { readonly issuer: string }): ProvenIdentity {
  const identity = { provider: 'microsoft', issuer: claims.iss } as const
  const directory = textOf(claims['tid'])
  const subject = textOf(claims['oid'])
  if (subject === undefined) return { ...identity, ...noAddress('the claim oid is missing') }
  if (directory === undefined || !claims.iss.includes(directory)) {
    return { ...identity, ...noAddress('the claim tid is missing, or is not the directory of the issuer') }
  }
  return { ...identity, name: { subject }, ...directoryAddress(claims, server.issuer) }
}

function directoryAddress(claims: IDToken, issuer: string): Address {
  if (claims.iss !== issuer || issuer.includes('{')) return noAddress('addresses are believed of one directory only')
  // What is said of a guest comes from another directory, which says what it likes.
  if (claims['acct'] === 1 || (claims['idp'] !== undefined && claims['idp'] !== claims.iss)) {
    return noAddress('the account is that of a guest')
  }
  const email = textOf(claims['email']) ?? textOf(claims['preferred_username'])
  return email?.includes('@') === true
    ? address(email)
    : noAddress('the claims email and preferred_username are missing')
}

/** Names that credentials have for the number of an identity document, the most exact first. */
const LEGAL_IDS = ['personalIdentifier', 'legalId', 'documentNumber'] as const

/**
 * A wallet shows credentials, in a presentation within the ID token (VIDconnect). They were verified by who signed the
 * token; here they must be about the person who logged in.
 */
export function readWalletIdentity(claims: IDToken): ProvenIdentity {
  const subjects = credentialSubjects(claims)
  const first = (names: readonly string[]) =>
    subjects.flatMap((subject) => names.map((name) => textOf(subject[name]))).find((text) => text !== undefined)
  const email = first(['email'])
  const legalId = first(LEGAL_IDS)
  const gap =
    subjects.length === 0 ? 'it shows no credential of who logged in' : 'no credential has a number or an address'
  return {
    provider: 'wallet',
    issuer: claims.iss,
    name: { subject: claims.sub },
    emails: email === undefined ? [] : [email],
    legalId,
    gaps: email === undefined && legalId === undefined ? [gap] : [],
  }
}

function credentialSubjects(claims: IDToken): Record<string, unknown>[] {
  const presentation = claims['vp']
  if (!isRecord(presentation)) return []
  const holders = [claims.sub, claims['did']]
  return (
    listOf(presentation['verifiableCredential'])
      .filter(isRecord)
      .flatMap((credential) => listOf(credential['credentialSubject']))
      .filter(isRecord)
      // One that names nobody belongs to the person who shows it.
      .filter(({ id }) => id !== undefined && holders.includes(id as string))
  )
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
