import { ProviderError, type Account, type Connector, type LinkOutcome } from '../connector.ts'
import type { SettingsReader } from '../registered-provider.ts'
import { listNatively } from './list-certificates.ts'
import type { NebulaKeys } from './nebula-keys.ts'
import { beginLogIn, continueLogIn, labelOf, readCredentials, robustTokenOf } from './prove-identity.ts'
import { readSettings, type NebulaSettings } from './settings.ts'
import { openCscKeys } from './sign-over-csc.ts'
import { signNatively } from './sign-natively.ts'

/** What the portal looks for in a message, so as not to take the provider's trouble for the end of its own session. */
const MARK = 'integrationUnauthorized'

/** @returns undefined while no address is set */
export function connect(reader: SettingsReader): Connector | undefined {
  const settings = readSettings(reader)
  return settings && openConnector(settings)
}

interface Nebula {
  readonly settings: NebulaSettings
  readonly keys: NebulaKeys
}

const openNativeKeys = (settings: NebulaSettings): NebulaKeys => ({
  list: (token) => listNatively(settings, token),
  sign: (token, request) => signNatively(settings, token, request),
})

function openConnector(settings: NebulaSettings): Connector {
  const keys = settings.dialect === 'csc1' ? openCscKeys(settings) : openNativeKeys(settings)
  return {
    link: ({ Client = '', Username = '', Password = '' }) =>
      markFailures(() => beginLogIn(settings, { client: Client, username: Username, password: Password })),

    continueLink: (state, answer) => markFailures(() => continueLogIn(settings, state, answer)),

    relink: (account) => markFailures(() => relink({ settings, keys }, account)),

    check: (account) => markFailures(() => works(keys, account)),

    listCertificates: ({ state }) => markFailures(async () => keys.list(robustTokenOf(state))),

    sign: ({ state }, request) => markFailures(async () => keys.sign(robustTokenOf(state), request)),
  }
}

/** Nothing is typed here: credentials that are no longer good are a matter of authorising the account again. */
async function relink({ settings, keys }: Nebula, account: Account): Promise<LinkOutcome> {
  const credentials = readCredentials(account.state)
  if (await works(keys, account)) return { kind: 'linked', state: account.state, label: labelOf(credentials) }
  try {
    return await beginLogIn(settings, credentials)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'login-invalid') throw error
    throw new ProviderError('not-authorised', error.message, { facts: error.facts })
  }
}

/** Whether the robust token is still good. */
async function works(keys: NebulaKeys, { state }: Account): Promise<boolean> {
  try {
    await keys.list(robustTokenOf(state))
    return true
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'not-authorised') return false
    throw error
  }
}

/** Runs `work`; every error of the provider carries the mark in its message. */
async function markFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new ProviderError(error.code, `${error.message} (${MARK})`, { facts: error.facts, cause: error.cause })
  }
}
