import type { FastifyInstance } from 'fastify'
import { addCscRoutes } from './csc/add-csc-routes.ts'
import { addNebulaRoutes } from './nebula/add-nebula-routes.ts'
import { addIvsignRoutes } from './ivsign/add-ivsign-routes.ts'
import type { ProviderDesk } from './provider-desk.ts'
import { addRedTrustRoutes } from './redtrust/add-redtrust-routes.ts'
import { addSignCloudRoutes } from './signcloud/add-signcloud-routes.ts'
import { addSwisscomRoutes } from './swisscom/add-swisscom-routes.ts'

/** Every stand-in of a signature provider: one folder beside this file and one line here. */
const PROVIDERS: readonly ((app: FastifyInstance, desk: ProviderDesk) => void)[] = [
  addCscRoutes,
  addSignCloudRoutes('uanataca', 'Uanataca'),
  addSignCloudRoutes('validatedid', 'ValidatedID'),
  addRedTrustRoutes,
  addNebulaRoutes,
  addSwisscomRoutes,
  addIvsignRoutes,
]

export function addProviders(app: FastifyInstance, desk: ProviderDesk): void {
  // Each in a context of its own, so that it can have its own way of telling errors.
  for (const addRoutes of PROVIDERS) {
    void app.register(async (own) => addRoutes(own, desk))
  }
}
