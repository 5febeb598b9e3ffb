import { createClient } from '@rubrica/contract'
import { guestContract } from '@rubrica/contract/guests'
import { clientSettings } from './api.ts'
import { basesNow, type Environment } from './environment.ts'
import { portalConfig } from './portal-config.ts'

/**
 * The calls of people without an account. Only their screen loads them.
 * @param environment null for the one of the session
 */
export const guestCalls = (environment: Environment | null = null) =>
  createClient(guestContract, {
    ...clientSettings,
    bases: () => basesNow(portalConfig(), environment ?? undefined),
  })

/** The same in the name of a token that is not the session's any more: what is refused to it says nothing of the session. */
export const guestCallsAs = (token: string, environment: Environment) =>
  createClient(guestContract, {
    bases: () => basesNow(portalConfig(), environment),
    authorization: () => `Bearer ${token}`,
  })
