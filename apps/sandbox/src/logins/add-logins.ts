import type { FastifyInstance } from 'fastify'
import { SAML_PATH } from './describe-logins.ts'
import { pemOf, type LoginKeys } from './open-login-keys.ts'

export interface LoginDesk {
  readonly keys: LoginKeys
}

/** The stand-ins of those through whom people log in to the portal. */
export function addLogins(app: FastifyInstance, { keys }: LoginDesk): void {
  app.get(`${SAML_PATH}/certificate.pem`, async (_request, reply) =>
    reply.type('application/x-pem-file').send(pemOf(await keys.open('saml'))),
  )
}
