import { randomUUID } from 'node:crypto'
import type { Clock } from '../../keep-time.ts'
import { createTokens } from '../keep-tokens.ts'
import { CscError, invalidRequest } from './csc-error.ts'
import { readText, type Body } from './read-body.ts'

const ACCESS_SECONDS = 3600
const REFRESH_SECONDS = 30 * 24 * 3600

export interface LogInAnswer {
  readonly access_token: string
  readonly refresh_token?: string
  readonly expires_in: number
}

/** One log-in of somebody: revoking its refresh token ends everything that came of it. */
interface Grant {
  readonly user: string
  readonly id: string
}

/** Tokens of CSC API v1.0.4 11.2 and 11.3 (v2: the same), with refresh tokens that are good for one use. */
export interface LogIns {
  /** Throws CscError. */
  logIn(authorization: string | undefined, body: Body): LogInAnswer
  /** For somebody who has logged in on the service's page. */
  open(user: string): LogInAnswer
  /** For a client itself, which asks again instead of keeping a refresh token (RFC 6749 4.4.3). */
  openForClient(user: string): LogInAnswer
  /** Ends what came of a refresh token, if it is one (RFC 7009: whatever the token is, that is no error). */
  forget(token: string): void
  /** Throws CscError for a token that nobody has. */
  revoke(body: Body): void
  /** The user behind `Authorization: Bearer`. Throws CscError. */
  authenticate(authorization: string | undefined): string
  clear(): void
}

/** Judges a user's name, password and clientData. Throws CscError. */
export type Gatekeeper = (user: string, password: string, clientData: unknown) => void

export const expiredToken = (): CscError =>
  new CscError(401, 'expired_token', 'The access or refresh token is expired or has been revoked.')

/** @param file where refresh tokens are kept */
export function createLogIns({ clock, file }: { clock: Clock; file: string }, admit: Gatekeeper): LogIns {
  const access = createTokens<Grant>(clock)
  const refresh = createTokens<Grant>(clock, file)
  const ended = new Set<string>()
  const issue = (grant: Grant, remember: boolean): LogInAnswer => ({
    access_token: access.issue(grant, ACCESS_SECONDS * 1000),
    ...(remember && { refresh_token: refresh.issue(grant, REFRESH_SECONDS * 1000) }),
    expires_in: ACCESS_SECONDS,
  })
  const renew = (token: unknown): LogInAnswer => {
    if (typeof token !== 'string') throw invalidRequest('Invalid string parameter: refresh_token')
    const grant = refresh.find(token)
    if (grant === undefined || ended.has(grant.id)) throw invalidRequest('Invalid refresh_token')
    refresh.drop(token)
    return issue(grant, true)
  }
  const end = (token: string): boolean => {
    const grant = refresh.find(token)
    if (grant !== undefined) ended.add(grant.id)
    return refresh.drop(token)
  }
  return {
    logIn(authorization, body) {
      if (body.refresh_token !== undefined) return renew(body.refresh_token)
      const { user, password } = readBasic(authorization)
      admit(user, password, body.clientData)
      return issue({ user, id: randomUUID() }, body.rememberMe === true)
    },
    open: (user) => issue({ user, id: randomUUID() }, true),
    openForClient: (user) => issue({ user, id: randomUUID() }, false),
    forget: (token) => void end(token),
    revoke(body) {
      const token = readText(body, 'token')
      if (!end(token) && !access.drop(token)) throw invalidRequest('Invalid string parameter token')
    },
    authenticate(authorization) {
      const token = /^Bearer ([\x21-\x7e]+)$/.exec(authorization ?? '')?.[1]
      if (token === undefined) throw invalidRequest('Malformed authorization header')
      const found = access.look(token)
      if (found.state === 'unknown') {
        throw new CscError(401, 'invalid_token', 'The token provided is not a valid OAuth access or refresh token.')
      }
      if (found.state !== 'valid' || ended.has(found.value.id)) throw expiredToken()
      return found.value.user
    },
    clear() {
      access.clear()
      refresh.clear()
      ended.clear()
    },
  }
}

function readBasic(authorization: string | undefined): { user: string; password: string } {
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/.exec(authorization ?? '')?.[1]
  if (encoded === undefined) throw new CscError(401, 'invalid_request', 'Malformed authentication parameter')
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1) throw invalidRequest('Malformed username-password')
  return { user: text.slice(0, colon), password: text.slice(colon + 1) }
}
