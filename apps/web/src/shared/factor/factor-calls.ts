import { createClient, type ClientOf } from '@rubrica/contract'
import { factorContract } from '@rubrica/contract/factors'
import { basesNow } from '../api/environment.ts'
import { portalConfig } from '../api/portal-config.ts'

export type FactorCalls = ClientOf<typeof factorContract>

/** By what a person can show that it is they. */
export type FactorChallenge = Awaited<ReturnType<FactorCalls['askFactor']>>

/** A token with which the person goes on, and, once, what stands in for a lost factor. */
export type AddedFactor = Awaited<ReturnType<FactorCalls['addTotp']>>

/**
 * The calls of second factors in the name of a token: of a session, or of somebody who has shown their password and is not
 * logged in yet. What is refused here is told where it was asked for.
 */
export const factorCallsAs = (token: string): FactorCalls =>
  createClient(factorContract, { bases: () => basesNow(portalConfig()), authorization: () => `Bearer ${token}` })
