import { portalContract, createClient, type Client } from '@rubrica/contract'
import { basesNow, type Environment } from './environment.ts'
import { portalConfig } from './portal-config.ts'

/**
 * The calls of the server in the name of a token that is not the session's, or is so no longer: what is refused to it
 * says nothing of the session. A call outlives the page that it was made on.
 * @param environment null for the one of the session
 */
export function callAs(token: string, environment: Environment | null = null): Client {
  return createClient(portalContract, {
    bases: () => basesNow(portalConfig(), environment ?? undefined),
    fetch: (address, init) => fetch(address, { ...init, keepalive: true }),
    authorization: () => `Bearer ${token}`,
  })
}
