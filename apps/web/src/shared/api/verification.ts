import { createClient, type ClientOf } from '@rubrica/contract'
import { verificationContract } from '@rubrica/contract/verification'
import { clientSettings } from './api.ts'

/** The calls of the public verification. Only its page loads them. */
export const verificationCalls = createClient(verificationContract, clientSettings)

type Calls = ClientOf<typeof verificationContract>
export type VerifiedFile = Awaited<ReturnType<Calls['verifyFile']>>
export type LookedUpCode = Awaited<ReturnType<Calls['lookUpCode']>>
