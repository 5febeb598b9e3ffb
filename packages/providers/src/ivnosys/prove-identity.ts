/**
 * The log-in: with the password, then on Keyman's page. What comes back from there is a ticket for a session, whose
 * token is all that is kept: the password is not.
 */
import { ProviderError, type ConnectorState, type LinkOutcome, type ReturnWay } from '../connector.ts'
import { readText, type Fields } from '../protocols/read-answer.ts'
import { unusableAnswer } from '../protocols/unusable-answer.ts'
import { callKeyman } from './call-keyman.ts'
import { IVNOSYS, type KeymanSettings } from './settings.ts'
import { beginTransaction, isApproved } from './transactions.ts'

const MAX_TOKEN = 8192
const TOKEN = /^[\x21-\x7e]+$/

/** Whose account it is. */
export interface Identity {
  readonly organisation: string
  readonly login: string
  /** How Keyman calls the person. */
  readonly user: string
}

/** Password first. @throws ProviderError `login-invalid` */
export async function logIn(
  settings: KeymanSettings,
  { organisation, login, password }: Omit<Identity, 'user'> & { readonly password: string },
  way: ReturnWay | undefined,
): Promise<LinkOutcome> {
  const { module } = settings
  const body = {
    orgaid: organisation,
    login,
    pass: password,
    authmethod: 'PASS',
    ...(module !== undefined && { module }),
  }
  const answer = await callKeyman(settings, { path: 'LOGIN_PATH', body })
  const token = readToken(answer)
  const identity = { organisation, login, user: readText(answer['userid']) ?? login }
  // Older installations know no second factor, and say nothing of it.
  if (answer['validated'] !== false) return linked(identity, token)
  return beginErrand(settings, identity, { token, way, operation: 'login' })
}

/** For a session that has ended: nothing is typed here, the page asks for everything. */
export const logInAgain = (
  settings: KeymanSettings,
  identity: Identity,
  way: ReturnWay | undefined,
): Promise<LinkOutcome> => beginErrand(settings, identity, { way, operation: 'relogin' })

interface Departure {
  readonly operation: 'login' | 'relogin'
  /** Of the half of a log-in. */
  readonly token?: string
  readonly way: ReturnWay | undefined
}

async function beginErrand(
  settings: KeymanSettings,
  identity: Identity,
  { operation, token, way }: Departure,
): Promise<LinkOutcome> {
  if (!way) throw new ProviderError('failed', 'Ivnosys wants to send the person to its page, and may not here')
  const { organisation: orgaid, login } = identity
  const begun = await beginTransaction(settings, {
    body: { operation, orgaid, login, returnurl: way.returnUrl },
    ...(token !== undefined && { token }),
  })
  const { id, url, ticket } = begun
  if (id === undefined || url === undefined || ticket === undefined)
    throw unusableAnswer({ provider: IVNOSYS, status: 200 })
  return { kind: 'redirect', url, state: { ...identity, transaction: id, ticket } }
}

/** The person is back: the same step may be taken again while they have not proved themselves yet. */
export async function finishLogIn(settings: KeymanSettings, state: ConnectorState): Promise<LinkOutcome> {
  const identity = identityOf(state)
  const { transaction: transactionid, ticket } = state
  if (typeof transactionid !== 'string' || typeof ticket !== 'string') return finishAtOnce(settings, state)
  if (!(await isApproved(settings, { transactionid, user: identity.user }))) {
    // The address of the page was given before; asked again, the person is merely not back yet.
    return { kind: 'redirect', url: '', state }
  }
  return linked(identity, await exchangeTicket(settings, identity, ticket))
}

/** A proof that was found to be still good. */
async function finishAtOnce(settings: KeymanSettings, state: ConnectorState): Promise<LinkOutcome> {
  const token = tokenOf(state)
  if (await isSession(settings, token)) return linked(identityOf(state), token)
  throw new ProviderError('not-authorised', 'Ivnosys asks for you to log in again')
}

async function exchangeTicket(settings: KeymanSettings, identity: Identity, ticket: string): Promise<string> {
  try {
    const body = { orgaid: identity.organisation, token: ticket }
    const answer = await callKeyman(settings, { path: 'TICKET_PATH', body })
    if (answer['userid'] === identity.user) return readToken(answer)
  } catch (error) {
    // It is good once: nobody can say what became of it.
    if (!(error instanceof ProviderError) || error.code !== 'not-authorised') throw error
    throw new ProviderError('session-expired', 'The log-in at Ivnosys was used already', { facts: error.facts })
  }
  throw new ProviderError('consent-mismatch', 'Somebody else has proved themselves at Ivnosys')
}

/** Whether Keyman still takes a token. */
export async function isSession(settings: KeymanSettings, token: string): Promise<boolean> {
  try {
    return (await callKeyman(settings, { path: 'CHECK_PATH', token, body: {} }))['validated'] !== false
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'not-authorised') return false
    throw error
  }
}

const linked = (identity: Identity, token: string): LinkOutcome => ({
  kind: 'linked',
  state: { ...identity, token },
  label: `${identity.login} (${identity.organisation})`,
})

/** @throws ProviderError `not-authorised` */
export function identityOf({ organisation, login, user }: ConnectorState): Identity {
  return { organisation: readOwn(organisation), login: readOwn(login), user: readOwn(user) }
}

/** @throws ProviderError `not-authorised` */
export const tokenOf = ({ token }: ConnectorState): string => readOwn(token)

/** A text that we kept ourselves. */
function readOwn(value: unknown): string {
  if (typeof value === 'string') return value
  throw new ProviderError('not-authorised', 'Ivnosys asks for you to log in again')
}

function readToken({ token }: Fields): string {
  if (typeof token === 'string' && token.length <= MAX_TOKEN && TOKEN.test(token)) return token
  throw unusableAnswer({ provider: IVNOSYS, status: 200 })
}
