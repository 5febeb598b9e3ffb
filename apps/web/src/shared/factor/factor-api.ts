import { createClient } from '@rubrica/contract'
import { factorContract } from '@rubrica/contract/factors'
import { clientSettings } from '../api/api.ts'
import type { FactorCalls } from './factor-calls.ts'

/** The calls of second factors in the session of the page, which ask for a fresh one where that is needed. */
export const factorApi: FactorCalls = createClient(factorContract, clientSettings)
