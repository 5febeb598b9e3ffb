import type { FastifyInstance } from 'fastify'
import type { FaultBook } from '../inject-faults.ts'
import type { Clock } from '../keep-time.ts'
import { ISSUERS, type LoginClients } from './describe-logins.ts'
import { addCommonDiscovery, addIssuerRoutes } from './oidc/add-issuer-routes.ts'
import type { LoginKeys } from './open-login-keys.ts'
import { addSamlRoutes } from './saml/add-saml-routes.ts'

/** What the stand-ins of log-in providers work with. */
export interface LoginDesk {
  /** Address of the sandbox, without a slash at the end. */
  readonly url: string
  readonly keys: LoginKeys
  readonly clients: LoginClients
  readonly clock: Clock
  readonly faults: FaultBook
  /** Registers what `POST /control/reset` has to forget. */
  readonly onReset: (forget: () => void) => void
}

/** The stand-ins of those through whom people log in to the portal. */
export function addLogins(app: FastifyInstance, desk: LoginDesk): void {
  for (const id of ISSUERS) addIssuerRoutes(app, desk, id)
  addCommonDiscovery(app, desk.url)
  addSamlRoutes(app, desk)
}
