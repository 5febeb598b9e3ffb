import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createTries, type Tries } from '../count-tries.ts'
import { LOCK_LIFE, PROVIDER_PASSWORD, type ProviderDesk } from '../provider-desk.ts'
import { readText } from '../read-body.ts'
import { createSecondFactor } from './check-second-factor.ts'
import type { LevelTokens } from './keep-levels.ts'
import { denied, invalidRequest, succeed } from './nebula-error.ts'
import { findNebulaUser, NEBULA_TENANT, type NebulaUser } from './nebula-users.ts'

const PASSWORD_TRIES = 5

const faultAt = (operation: string) => ({ fault: { service: 'nebula' as const, operation } })

/**
 * The sign-in service: password (`first`), the user's authenticators, a challenge of one of them, and its answer
 * (`second`). Each step's token opens the next; only the last one, robust, signs.
 */
export function addSignInRoutes(app: FastifyInstance, desk: ProviderDesk, tokens: LevelTokens): void {
  const path = '/nebula/signin/auth'
  const passwords = createTries(PASSWORD_TRIES, { clock: desk.clock, milliseconds: LOCK_LIFE })
  const secondFactor = createSecondFactor(desk)
  desk.onReset(() => passwords.clear())
  desk.onReset(() => secondFactor.clear())

  app.post(`${path}/login/first`, { config: faultAt('login/first') }, async ({ body }) => {
    const user = checkPassword(body, passwords)
    return succeed({ token: tokens.issue(user, 'simple'), level: 'simple' })
  })
  app.route({
    method: ['GET', 'POST'],
    url: `${path}/authenticators`,
    config: faultAt('authenticators'),
    handler: async (request) => {
      const user = tokens.demand(request, 'simple')
      return succeed({ token: tokens.issue(user, 'simple'), authenticators: user.authenticators })
    },
  })
  app.route({
    method: ['GET', 'POST'],
    url: `${path}/challenge`,
    config: faultAt('challenge'),
    handler: async (request) => {
      const user = tokens.demand(request, 'simple')
      const challenge = secondFactor.challenge(user, readMethod(request))
      return succeed({ token: tokens.issue(user, 'challenge'), ...challenge })
    },
  })
  app.post(`${path}/login/second`, { config: faultAt('login/second') }, async (request) => {
    const user = tokens.demand(request, 'challenge')
    secondFactor.answer(user, readText(request.body, 'session'), readText(request.body, 'challenge'))
    return succeed({ token: tokens.issue(user, 'robust'), level: 'robust' })
  })
}

/** The user whose password it is. Throws NebulaError. */
function checkPassword(body: unknown, tries: Tries): NebulaUser {
  const [username, password, tenant] = ['username', 'password', 'tuid'].map((name) => readText(body, name))
  if (!username || !password || !tenant) throw invalidRequest('A parameter is missing')
  const user = tenant === NEBULA_TENANT ? findNebulaUser(username) : undefined
  if (user === undefined) throw invalidRequest('The user does not exist in the tenant')
  if (tries.isLocked(user.id)) throw denied('RESOURCE_BLOCKED')
  if (password !== PROVIDER_PASSWORD) {
    tries.fail(user.id)
    throw denied('INVALID_CREDENTIALS')
  }
  tries.succeed(user.id)
  return user
}

/** The method's name stands in the query of a GET, in the body of a POST. */
const readMethod = ({ query, body }: FastifyRequest): string =>
  readText(query, 'authMethod') || readText(body, 'authMethod')
