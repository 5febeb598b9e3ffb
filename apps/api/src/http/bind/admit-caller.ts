import type { FastifyRequest } from 'fastify'
import { SCOPES, type CallName, type Endpoint } from '@rubrica/contract'
import { PortalError } from '@rubrica/domain'
import { actAsSender } from '../../modules/sending/act-as-sender.ts'
import { isPersonalKey } from '../../modules/personal-keys/key-form.ts'
import type { KeyBearer } from '../../modules/personal-keys/ports.ts'
import type { Memberships } from '../../modules/sending/people/ports.ts'
import type { Watcher } from '../../modules/sending/ports.ts'
import type { Acting, Bearer, ClientDirectory, Person, SenderClient, Tokens } from '../../modules/sessions/ports.ts'
import type { Offices } from '../../modules/substitutions/ports.ts'
import { principalOf } from '../../modules/substitutions/ports.ts'
import type { BasicCaller } from './call-types.ts'
import { deputiesFor } from './for-deputies.ts'

/** What identifies callers. */
export interface Authorities {
  readonly tokens: Pick<Tokens, 'verify'>
  readonly clients: ClientDirectory
  readonly memberships: Memberships
  /** Whom a personal key acts for; undefined when it does not count. */
  readonly verifyKey: (key: string) => Promise<KeyBearer | undefined>
  /** Throws PortalError FACTOR_NEEDED for who has a second factor and has not just shown it. */
  readonly requireFreshFactor: (person: Person) => Promise<void>
  readonly offices: Offices
  readonly now: () => Date
  /** The portal's own client: public, its secret is empty. */
  readonly publicClientId: string
}

export type Caller = Person | SenderClient | Watcher | BasicCaller | undefined

const MAX_CREDENTIALS = 4096

/** Who acts with the token of a call. */
export const actingAs = ({ userId, session, office }: Person): Acting => ({
  userId,
  identifiedBy: session.identifiedBy,
  office,
})

/** Whose documents a call reads, and the substitution by which a deputy does so. */
export const readingAs = (person: Person) => ({
  userId: principalOf(person),
  substitutionId: person.office?.substitutionId,
})

/** What a person may do who has to choose a password first: that, and what its screen needs. */
const BEFORE_PASSWORD: readonly string[] = [
  'setPassword',
  'resetPassword',
  'appearance',
  'user',
  'renewToken',
  'revokeToken',
  'returnAddress',
] satisfies CallName[]

/** An entry of the contract by its name. */
export interface NamedEntry {
  readonly name: CallName
  readonly entry: Endpoint
}

/**
 * Finds out who calls and whether the entry lets them.
 * @throws {PortalError} SESSION_EXPIRED, INVALID_CLIENT, SCOPE_TOO_NARROW, NOT_A_SENDER, SUBSCRIPTION_NEEDED,
 *   PASSWORD_CHANGE_REQUIRED, FACTOR_NEEDED, NOT_A_DEPUTY
 */
export async function admitCaller(
  authorities: Authorities,
  call: NamedEntry,
  request: FastifyRequest,
): Promise<Caller> {
  const { auth } = call.entry
  if (auth === 'none') return undefined
  const header = request.headers.authorization
  if (auth === 'basic') return readBasic(authorities, header)
  const token = /^bearer +(\S+) *$/i.exec(header ?? '')?.[1]
  if (token === undefined || token.length > MAX_CREDENTIALS) throw noToken()
  if (isPersonalKey(token)) return admitKey(authorities, call.entry, token)
  const bearer = await readToken(authorities, call, token)
  if (!isForSenders(call.entry)) {
    return bearer.kind === 'client'
      ? bearer.client
      : takeOffice(authorities, { ...call, person: bearer.person }, request.headers[ACTING_FOR])
  }
  if (bearer.kind === 'client') return { ...bearer.client, userId: null, seesEverything: false }
  return actAsSender(authorities.memberships, bearer.person.userId, readSubscription(request.query))
}

/** Names the substitution by which a call is made in the name of another. */
const ACTING_FOR = 'acting-for'
const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** @throws {PortalError} NOT_A_DEPUTY */
async function takeOffice(
  { offices, now }: Authorities,
  { name, person }: { readonly name: CallName; readonly person: Person },
  named: string | readonly string[] | undefined,
): Promise<Person> {
  const deputies = deputiesFor(name)
  if (named === undefined || deputies === undefined) return person
  const mayBe = typeof named === 'string' && GUID.test(named) && !person.only
  const office = mayBe ? await offices.find(person.userId, named.toLowerCase(), now()) : undefined
  if (!office || (office.kind === 'assistant' && deputies === 'acting')) {
    throw new PortalError('NOT_A_DEPUTY', 'You do not act for this person, or not any more.')
  }
  return { ...person, office }
}

/** Calls for who sends, be it a program or a person. */
const isForSenders = ({ scopes }: Endpoint) => scopes?.some((scope) => SENDER_SCOPES.includes(scope)) ?? false

/** The other members of the query are checked later, as those of any call. */
function readSubscription(query: unknown): string | undefined {
  const { subscription } = query as Record<string, unknown>
  return typeof subscription === 'string' && subscription !== '' ? subscription.toLowerCase() : undefined
}

async function readToken(authorities: Authorities, { name, entry }: NamedEntry, token: string): Promise<Bearer> {
  const bearer = await authorities.tokens.verify(token)
  if (!bearer) throw noToken()
  if (!isInScope(entry, bearer)) throw tooNarrow(entry)
  if (bearer.kind === 'client' || bearer.person.only) return bearer
  const { mustChangePassword, awaitsFactor } = bearer.person
  // Whoever knows a password that has to be changed is not let in by it before they have shown their factor.
  if (mustChangePassword && !awaitsFactor && !BEFORE_PASSWORD.includes(name)) {
    throw new PortalError('PASSWORD_CHANGE_REQUIRED', 'Choose a new password first.')
  }
  if (entry.needsFreshFactor) await authorities.requireFreshFactor(bearer.person)
  return bearer
}

const SENDER_SCOPES: readonly string[] = [
  SCOPES.sender,
  SCOPES.send,
  SCOPES.read,
  SCOPES.manage,
  SCOPES.templates,
  SCOPES.contacts,
  SCOPES.bulk,
  SCOPES.webhooks,
]
const PROGRAM_SCOPES: readonly string[] = [...SENDER_SCOPES, SCOPES.logIn]

/**
 * Scopes of programs are for programs and the others for people, whatever a token says. A token of a program may have
 * several, separated by blanks (RFC 6749 §3.3).
 */
const isInScope = (entry: Endpoint, { scope, kind }: Bearer) =>
  scope.split(' ').some((one) => scopesOf(entry).includes(one) && PROGRAM_SCOPES.includes(one) === (kind === 'client'))

const scopesOf = ({ scopes = [SCOPES.portal] }: Endpoint) => scopes
const noToken = () => new PortalError('SESSION_EXPIRED', 'There is no valid token. Log in again.')

/** Names the scopes that would do; that of people is of no use to a program. */
function tooNarrow(entry: Endpoint): PortalError {
  const scopes = scopesOf(entry).filter((scope) => !isForSenders(entry) || scope !== SCOPES.portal)
  return new PortalError('SCOPE_TOO_NARROW', 'The token is not for this call.', { facts: { Scopes: scopes } })
}

/** A personal key opens calls of senders alone, whatever its scopes: nobody signs with it, or logs in. */
async function admitKey(authorities: Authorities, entry: Endpoint, key: string): Promise<Watcher> {
  const bearer = await authorities.verifyKey(key)
  if (!bearer) throw noToken()
  const isOpen = bearer.scopes.some((scope) => scopesOf(entry).includes(scope))
  if (!isOpen || !isForSenders(entry)) throw tooNarrow(entry)
  return actAsSender(authorities.memberships, bearer.userId, bearer.subscriptionId)
}

async function readBasic(authorities: Authorities, header: string | undefined): Promise<BasicCaller> {
  const encoded = /^basic +([\w+/=-]+) *$/i.exec(header ?? '')?.[1]
  if (encoded === undefined || encoded.length > MAX_CREDENTIALS) throw invalidClient()
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0 || text.includes('\0')) throw invalidClient()
  const id = text.slice(0, colon)
  const secret = text.slice(colon + 1)
  if (id === authorities.publicClientId && secret === '') return { client: undefined }
  const client = await authorities.clients.authenticate(id, secret)
  if (!client) throw invalidClient()
  return { client }
}

const invalidClient = () => new PortalError('INVALID_CLIENT', 'The client is unknown or its secret is not right.')

/**
 * In a path, `{id}` and `{legalid}` are the caller's own. Somebody else's are as unknown as ones that nobody has.
 * @throws {PortalError} NOT_FOUND
 */
export function requireOwnPath(params: Readonly<Record<string, unknown>>, caller: Caller): void {
  const person = caller !== undefined && 'legalId' in caller ? caller : undefined
  const { id, legalid } = params
  const isOwn =
    isWithin(params, person?.only) &&
    (id === undefined || (typeof id === 'string' && id.toLowerCase() === person?.userId)) &&
    (legalid === undefined || legalid === person?.legalId)
  if (!isOwn) throw new PortalError('NOT_FOUND', 'There is nothing at this address.')
}

/**
 * What is not offered to a deputy is as unknown to them as what does not exist.
 * @throws {PortalError} NOT_FOUND
 */
export async function requireOffered({ offices }: Authorities, params: unknown, caller: Caller): Promise<void> {
  const office = caller !== undefined && 'office' in caller ? caller.office : undefined
  if (!office) return
  const { docGuid, signerGuid, approverGuid } = (params ?? {}) as Readonly<Record<string, string | undefined>>
  const part = { documentId: docGuid, signerId: signerGuid, approverId: approverGuid }
  if (await offices.offers(office.substitutionId, part)) return
  throw new PortalError('NOT_FOUND', 'There is nothing at this address.')
}

/**
 * The same for signers that a body or a query names.
 * @throws {PortalError} NOT_FOUND
 */
export function requireOwnSigners({ only }: Pick<Person, 'only'>, signerIds: readonly string[]): void {
  if (signerIds.every((signerGuid) => isWithin({ signerGuid }, only))) return
  throw new PortalError('NOT_FOUND', 'There is nothing at this address.')
}

/** What is not of the one document of the session is as unknown as what does not exist. */
function isWithin({ docGuid, signerGuid }: Readonly<Record<string, unknown>>, only: Person['only']): boolean {
  if (!only) return true
  const isSame = (named: unknown, own: string) =>
    named === undefined || (typeof named === 'string' && named.toLowerCase() === own)
  return isSame(docGuid, only.documentId) && isSame(signerGuid, only.signerId)
}
