import type { FastifyInstance } from 'fastify'
import { ISSUERS } from './describe-logins.ts'
import type { LoginDesk } from './login-desk.ts'
import { addCommonDiscovery, addIssuerRoutes } from './oidc/add-issuer-routes.ts'
import { addSamlRoutes } from './saml/add-saml-routes.ts'

/** The stand-ins of those through whom people log in to the portal. */
export function addLogins(app: FastifyInstance, desk: LoginDesk): void {
  for (const id of ISSUERS) addIssuerRoutes(app, desk, id)
  addCommonDiscovery(app, desk.url)
  addSamlRoutes(app, desk)
}
