/**
 * The log-in in steps: password, authenticator, challenge, its answer. Each step's token opens the next one; the last
 * is called robust, and signs. It does not live long, and a new one begins with the password: nebula has no other way
 * for a person's own account, so the password is kept in the account's state, which the server seals.
 */
import { ProviderError, type ConnectorState, type LinkAnswer, type LinkOutcome } from '../connector.ts'
import { readList, readText } from '../protocols/read-answer.ts'
import { unusableAnswer } from '../protocols/unusable-answer.ts'
import { callNebula } from './call-nebula.ts'
import { NEBULA, type NebulaSettings } from './settings.ts'

export interface Credentials {
  readonly client: string
  readonly username: string
  readonly password: string
}

/** Name of the authenticator of those who need none. */
const NO_SECOND_FACTOR = 'UPLDAP'
const MAX_AUTHENTICATORS = 20
const TOKEN = /^(?:Bearer )*([\x21-\x7e]{1,8192})$/i
const MAX_SESSION = 1024

/** Password and authenticators. @throws ProviderError `login-invalid` */
export async function beginLogIn(settings: NebulaSettings, credentials: Credentials): Promise<LinkOutcome> {
  const { client: tuid, username, password } = credentials
  const first = await callNebula(settings, { path: 'LOGIN_PATH', body: { username, password, tuid } })
  const passed = readToken(first['token'])
  const answer = await callNebula(settings, { path: 'AUTHENTICATORS_PATH', method: 'GET', token: passed })
  const simple = answer['token'] === undefined ? passed : readToken(answer['token'])
  const names = readList(answer['authenticators'], MAX_AUTHENTICATORS)?.map((name) => readText(name))
  if (names === undefined) throw unusableAnswer({ provider: NEBULA, status: 200 })
  const authenticators = names.flatMap((id) => (id === undefined || id === NO_SECOND_FACTOR ? [] : [{ id, name: id }]))
  const state = { ...credentials, simple, offered: authenticators.map(({ id }) => id) }
  if (authenticators.length > 0) return { kind: 'choose', authenticators, state }
  const challenged = await askChallenge(settings, state, NO_SECOND_FACTOR)
  return answerChallenge(settings, challenged.state, '')
}

/** One more step. @throws ProviderError `wrong-code`, after which the same step may be tried again */
export const continueLogIn = (
  settings: NebulaSettings,
  state: ConnectorState,
  answer: LinkAnswer,
): Promise<LinkOutcome> =>
  'authenticator' in answer
    ? askChallenge(settings, state, chooseOffered(state, answer.authenticator))
    : answerChallenge(settings, state, 'challenge' in answer ? answer.challenge : '')

/** The second factor is not given up because a caller names another way than those that were offered. */
function chooseOffered({ offered }: ConnectorState, authenticator: string): string {
  if (readList(offered, MAX_AUTHENTICATORS)?.includes(authenticator) === true) return authenticator
  throw new ProviderError('login-invalid', 'Nebula does not offer this authenticator')
}

async function askChallenge(settings: NebulaSettings, state: ConnectorState, authMethod: string): Promise<LinkOutcome> {
  const { simple, offered } = state
  const token = readOwn(simple)
  const answer = await callNebula(settings, { path: 'CHALLENGE_PATH', token, body: { authMethod } })
  const session = readText(answer['session'], MAX_SESSION)
  if (session === undefined) throw unusableAnswer({ provider: NEBULA, status: 200 })
  const hint = readText(answer['challenge'])
  const asked = { ...readCredentials(state), simple, offered, session, asking: readToken(answer['token']) }
  return { kind: 'challenge', ...(hint !== undefined && { hint }), state: asked }
}

async function answerChallenge(
  settings: NebulaSettings,
  state: ConnectorState,
  challenge: string,
): Promise<LinkOutcome> {
  const credentials = readCredentials(state)
  const [token, session] = [readOwn(state['asking']), readOwn(state['session'])]
  const answer = await callNebula(settings, { path: 'SECOND_PATH', token, body: { session, challenge } })
  return {
    kind: 'linked',
    state: { ...credentials, robust: readToken(answer['token']) },
    label: labelOf(credentials),
  }
}

/** Which account it is, for its owner. */
export const labelOf = ({ username, client }: Credentials): string => `${username} (${client})`

/** The token that signs. @throws ProviderError `not-authorised` */
export const robustTokenOf = ({ robust }: ConnectorState): string => readOwn(robust)

/** @throws ProviderError `not-authorised` */
export function readCredentials({ client, username, password }: ConnectorState): Credentials {
  return { client: readOwn(client), username: readOwn(username), password: readOwn(password) }
}

/** A text that we kept ourselves. */
function readOwn(value: unknown): string {
  if (typeof value === 'string') return value
  throw new ProviderError('not-authorised', 'Nebula asks for the account to be authorised again')
}

/** A token of an answer, which may come with its scheme. */
function readToken(value: unknown): string {
  const token = TOKEN.exec(typeof value === 'string' ? value : '')?.[1]
  if (token === undefined) throw unusableAnswer({ provider: NEBULA, status: 200 })
  return token
}
