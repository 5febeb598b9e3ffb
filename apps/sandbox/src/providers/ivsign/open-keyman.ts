import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { createTries, type Tries } from '../count-tries.ts'
import { createTokens, type Tokens } from '../keep-tokens.ts'
import { LOCK_LIFE, type ProviderDesk } from '../provider-desk.ts'
import { readBearer } from '../read-body.ts'
import { createOneTimeCodes, type OneTimeCodes } from '../send-codes.ts'
import { createTransactions, type Transactions } from './keep-transactions.ts'
import { KeymanError } from './keyman-error.ts'
import { findUser, type KeymanUser } from './keyman-users.ts'

const PASSWORD_TRIES = 5
const PIN_TRIES = 3
const CODE_LIFE = 5 * 60_000

/** Everything that Keyman remembers. */
export interface Keyman {
  readonly desk: ProviderDesk
  /** User names by the tokens of log-ins that are finished. */
  readonly sessions: Tokens<string>
  /** The same for those that wait for their second factor. */
  readonly halfway: Tokens<string>
  /** Transactions by the tickets that a finished one exchanges for a session. */
  readonly tickets: Tokens<string>
  readonly passwordTries: Tries
  readonly pinTries: Tries
  readonly codes: OneTimeCodes
  readonly transactions: Transactions
}

export function openKeyman(desk: ProviderDesk): Keyman {
  const { clock, phone } = desk
  const pause = { clock, milliseconds: LOCK_LIFE }
  const keyman = {
    sessions: createTokens<string>(clock, join(desk.tokenFolder, 'ivnosys.json')),
    halfway: createTokens<string>(clock),
    tickets: createTokens<string>(clock),
    passwordTries: createTries(PASSWORD_TRIES, pause),
    pinTries: createTries(PIN_TRIES, pause),
    codes: createOneTimeCodes({ phone, clock, from: 'Ivnosys', life: CODE_LIFE }),
    transactions: createTransactions(clock, phone),
  }
  for (const one of Object.values(keyman)) desk.onReset(() => one.clear())
  return { desk, ...keyman }
}

/** The token of a request: in the header `Authentication` as it is, or in `Authorization` as a bearer token. */
export function tokenOf({ headers }: FastifyRequest): string {
  const { authentication, authorization } = headers
  return typeof authentication === 'string' && authentication !== '' ? authentication : readBearer(authorization)
}

/** Whose finished log-in a request carries. Throws KeymanError. */
export function authenticate(keyman: Keyman, request: FastifyRequest): KeymanUser {
  const token = tokenOf(request)
  const found = keyman.sessions.look(token)
  const isExpired = found.state === 'expired' || request.fault?.kind === 'expired-session'
  if (isExpired) throw new KeymanError('tokenExpired')
  if (found.state === 'valid') return knownUser(found.value)
  throw new KeymanError(keyman.halfway.find(token) === undefined ? 'token' : 'validation')
}

export function knownUser(id: string): KeymanUser {
  const user = findUser(id)
  if (user === undefined) throw new KeymanError('token')
  return user
}
