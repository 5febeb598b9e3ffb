import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Tries } from '../count-tries.ts'
import type { Tokens } from '../keep-tokens.ts'
import { PROVIDER_PASSWORD } from '../provider-desk.ts'
import { readText } from '../read-body.ts'
import { REDTRUST_USERS } from './keep-certificates.ts'

export const REDTRUST_DOMAIN = 'rubrica'

const ACCESS_LIFE = 15 * 60_000
const REFRESH_LIFE = 24 * 3600_000

export interface LoginState {
  /** User names by their access tokens. */
  readonly access: Tokens<string>
  readonly refresh: Tokens<string>
  readonly passwordTries: Tries
  readonly now: () => number
}

/** Status, number and text of each refusal of the registration authority's API. */
const REFUSALS = {
  missing: [400, 100, 'The request is not valid'],
  credentials: [401, 101, 'Invalid username or password'],
  domain: [401, 102, 'The domain does not exist'],
  locked: [403, 103, 'The user is locked'],
  expired: [401, 104, 'The token has expired'],
  token: [401, 105, 'The token is not valid'],
} as const

/** `/raapi/v1/auth`: log-in with user, password and domain, and tokens that are renewed. */
export function addLoginRoutes(app: FastifyInstance, path: string, state: LoginState): void {
  app.post(
    `${path}/raapi/v1/auth/login`,
    { config: { fault: { service: 'redtrust', operation: 'login' } } },
    async (request, reply) => {
      const [user, password, domain] = ['username', 'password', 'domain'].map((name) => readText(request.body, name))
      if (!user || !password || !domain) return refuse(reply, 'missing')
      if (domain !== REDTRUST_DOMAIN) return refuse(reply, 'domain')
      if (state.passwordTries.isLocked(user)) return refuse(reply, 'locked')
      if (!REDTRUST_USERS.includes(user) || password !== PROVIDER_PASSWORD) {
        state.passwordTries.fail(user)
        return refuse(reply, 'credentials')
      }
      state.passwordTries.succeed(user)
      return grant(state, user)
    },
  )
  app.put(
    `${path}/raapi/v1/auth/refresh-token`,
    { config: { fault: { service: 'redtrust', operation: 'refresh-token' } } },
    async (request, reply) => {
      const token = readText(request.body, 'refreshToken')
      const found = state.refresh.look(token)
      if (request.fault?.kind === 'expired-session' || found.state === 'expired') return refuse(reply, 'expired')
      if (found.state !== 'valid') return refuse(reply, 'token')
      state.refresh.drop(token)
      return grant(state, found.value)
    },
  )
}

function grant({ access, refresh, now }: LoginState, user: string) {
  const data = {
    accessToken: access.issue(user, ACCESS_LIFE),
    refreshToken: refresh.issue(user, REFRESH_LIFE),
    // Milliseconds since 1970.
    expiration: now() + ACCESS_LIFE,
  }
  return { message: 'OK', messageType: 'SUCCESS', errorCode: 0, data }
}

function refuse(reply: FastifyReply, reason: keyof typeof REFUSALS): FastifyReply {
  const [status, errorCode, message] = REFUSALS[reason]
  return reply.code(status).send({ message, messageType: 'ERROR', errorCode, data: null })
}
