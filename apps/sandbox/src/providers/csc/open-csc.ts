import { join } from 'node:path'
import type { Fault } from '../../inject-faults.ts'
import type { ProviderKey } from '../open-provider-keys.ts'
import { PROVIDER_PASSWORD, type ProviderDesk } from '../provider-desk.ts'
import { createTokens, type Tokens } from '../keep-tokens.ts'
import { createFactors, type Factors } from './check-factors.ts'
import { appSecret, CODE_AT_LOGIN, CSC_CREDENTIALS, CSC_USERS, type CscCredential } from './csc-credentials.ts'
import { CscError, invalidParameter } from './csc-error.ts'
import {
  createAuthorisations,
  type Authorisations,
  type AuthorisationPlan,
  type SadAnswer,
} from './keep-authorisations.ts'
import { createLogIns, type LogIns } from './log-in.ts'
import { readText, type Body } from './read-body.ts'

/** An authorisation that waits for somebody to accept it on the phone. */
export interface Pending {
  readonly user: string
  readonly pushId: string
  readonly plan: AuthorisationPlan
  granted?: SadAnswer
}

/** Everything the service remembers; both versions of its API speak about the same. */
export interface Csc {
  readonly desk: ProviderDesk
  readonly logIns: LogIns
  readonly factors: Factors
  readonly authorisations: Authorisations
  readonly pending: Tokens<Pending>
  readonly openKey: (credential: CscCredential) => Promise<ProviderKey>
}

/** One request that has been let in. */
export interface CscCall {
  readonly body: Body
  readonly user: string
  readonly fault: Fault | undefined
}

export interface CscAnswer {
  readonly status: number
  readonly body?: unknown
}

export function openCsc(desk: ProviderDesk): Csc {
  const factors = createFactors(desk)
  const file = join(desk.tokenFolder, 'csc.json')
  const logIns = createLogIns({ clock: desk.clock, file }, (user, password, clientData) => {
    if (!CSC_USERS.includes(user) || password !== PROVIDER_PASSWORD) {
      throw new CscError(400, 'authentication_error', 'An error occurred during authentication process')
    }
    if (user !== CODE_AT_LOGIN) return
    if (typeof clientData !== 'string' || !factors.checkAppCode(CODE_AT_LOGIN, clientData)) {
      throw new CscError(400, 'invalid_otp', 'The OTP is invalid')
    }
  })
  const authorisations = createAuthorisations(desk.clock)
  const pending = createTokens<Pending>(desk.clock)
  const apps = [CODE_AT_LOGIN, ...CSC_CREDENTIALS.filter(({ factor }) => factor === 'app').map(({ id }) => id)]
  for (const user of apps) desk.phone.install({ provider: 'TrustPRO', user, secret: appSecret(user) })
  desk.onReset(() => {
    for (const one of [factors, logIns, authorisations, pending]) one.clear()
  })
  const openKey = ({ keyPlan }: CscCredential): Promise<ProviderKey> => desk.keys.open(keyPlan)
  return { desk, logIns, factors, authorisations, pending, openKey }
}

/** The credential that a request names. Throws CscError when the user has no such one. */
export function readCredential({ body, user }: CscCall): CscCredential {
  const id = readText(body, 'credentialID')
  const credential = CSC_CREDENTIALS.find((one) => one.id === id && one.user === user)
  if (credential === undefined) throw invalidParameter('credentialID')
  return credential
}
