import type { FastifyError, FastifyInstance } from 'fastify'
import { createTries } from '../count-tries.ts'
import { LOCK_LIFE, type ProviderDesk } from '../provider-desk.ts'
import { addCertificateRoutes } from './add-certificate-routes.ts'
import { addNebulaCscRoutes } from './add-nebula-csc-routes.ts'
import { addSignInRoutes } from './add-signin-routes.ts'
import { addSigningRoutes } from './add-signing-routes.ts'
import { createLevelTokens } from './keep-levels.ts'
import { NebulaError } from './nebula-error.ts'
import { createNebulaSafe, NEBULA_USERS } from './nebula-users.ts'

const PIN_TRIES = 3

/** Stand-in for nebula: sign-in in steps, the user's certificates, and signing sessions. */
export function addNebulaRoutes(app: FastifyInstance, desk: ProviderDesk): void {
  const tokens = createLevelTokens(desk.clock)
  const safe = createNebulaSafe(desk.keys)
  const pinTries = createTries(PIN_TRIES, { clock: desk.clock, milliseconds: LOCK_LIFE })
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    if (error instanceof NebulaError) {
      return reply.code(error.status).send({ code: error.code, message: error.message })
    }
    const status = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 500
    if (status === 500) process.stderr.write(`${error.stack ?? error.message}\n`)
    return reply.code(status).send({ code: 'CODE_INVALID_REQUEST', message: 'The request cannot be read' })
  })
  addSignInRoutes(app, desk, tokens)
  addCertificateRoutes(app, { tokens, safe, pinTries })
  const signing = { tokens, safe, pinTries, keys: desk.keys, clock: desk.clock }
  const sessions = addSigningRoutes(app, signing)
  // In a context of its own, because the CSC API words its errors otherwise.
  void app.register(async (own) => {
    const authorisations = addNebulaCscRoutes(own, signing)
    desk.onReset(() => authorisations.clear())
  })
  for (const one of [tokens, pinTries, sessions]) desk.onReset(() => one.clear())
  desk.onReset(() => safe.reset())
  for (const { id: user, authenticators, appSecret: secret, card: codes } of NEBULA_USERS) {
    if (authenticators.includes('ATST')) desk.phone.install({ provider: 'Nebula', user, secret })
    if (authenticators.includes('LIST')) desk.phone.hold({ provider: 'Nebula', user, codes })
  }
}
