import type { Clock } from '../../keep-time.ts'
import { createTries } from '../count-tries.ts'
import { PROVIDER_PASSWORD } from '../provider-desk.ts'
import { authenticationRefused, invalidCredentials, missingParameter, tokenRefusal } from './signcloud-error.ts'
import { SIGNCLOUD_TOKENS, type SignCloudToken } from './signcloud-tokens.ts'

const TRIES = 3
const BACK_OFF = 60_000

/** A request's JSON object, of which nothing is known yet. */
export type Body = Readonly<Record<string, unknown>>

/** Throws SignCloudError when there is no such text. */
export function readText(body: Body, name: string): string {
  const value = body[name]
  if (typeof value !== 'string' || value === '') throw missingParameter(name)
  return value
}

/** User name and password, which stand in every request of the protocol. */
export interface Accounts {
  /** Throws SignCloudError; after three wrong passwords in a row nothing is looked at for a minute. */
  open(body: Body): SignCloudToken
  clear(): void
}

export function createAccounts(clock: Clock): Accounts {
  const tries = createTries(TRIES)
  const refusedUntil = new Map<string, number>()
  return {
    open(body) {
      const username = readText(body, 'username')
      const password = readText(body, 'password')
      const token = SIGNCLOUD_TOKENS.find((one) => one.username === username)
      if (token === undefined) throw tokenRefusal('Token not found')
      const left = (refusedUntil.get(username) ?? 0) - clock.now()
      if (left > 0) throw authenticationRefused(Math.ceil(left / 1000))
      if (password === PROVIDER_PASSWORD) {
        tries.succeed(username)
        return token
      }
      if (tries.fail(username) === 0) {
        tries.succeed(username)
        refusedUntil.set(username, clock.now() + BACK_OFF)
      }
      throw invalidCredentials()
    },
    clear() {
      tries.clear()
      refusedUntil.clear()
    },
  }
}
