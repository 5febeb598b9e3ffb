import { createClient, portalContract, type ClientSettings } from '@rubrica/contract'
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

/** In the name of a token that is not the session's any more: what is refused to it says nothing of the session. */
const settingsAs = (token: string, environment: Environment): ClientSettings => ({
  bases: () => basesNow(portalConfig(), environment),
  authorization: () => `Bearer ${token}`,
})

/** The same calls in the name of such a token. */
export const guestCallsAs = (token: string, environment: Environment) =>
  createClient(guestContract, settingsAs(token, environment))

/** Those of signers, of which such a token opens the ones of its own document. */
export const signerCallsAs = (token: string, environment: Environment) =>
  createClient(portalContract, settingsAs(token, environment))
