import { ProviderError, type Account, type Connector, type RemoteCertificate, type SignRequest } from '../connector.ts'
import { acceptSignature } from '../protocols/accept-signature.ts'
import type { SettingsReader } from '../registered-provider.ts'
import { callNebula } from './call-nebula.ts'
import { readCertificates } from './list-certificates.ts'
import { markFailures } from './mark-failures.ts'
import { beginLogIn, continueLogIn, readCredentials, robustTokenOf } from './prove-identity.ts'
import { NEBULA, readSettings, type NebulaSettings } from './settings.ts'
import { signNatively } from './sign-natively.ts'

/** @returns undefined while no address is set */
export function connect(reader: SettingsReader): Connector | undefined {
  const settings = readSettings(reader)
  return settings && openConnector(settings)
}

function openConnector(settings: NebulaSettings): Connector {
  return {
    link: ({ Client = '', Username = '', Password = '' }) =>
      markFailures(() => beginLogIn(settings, { client: Client, username: Username, password: Password })),

    continueLink: (state, answer) => markFailures(() => continueLogIn(settings, state, answer)),

    relink: (account) =>
      markFailures(async () => {
        const credentials = readCredentials(account.state)
        const label = `${credentials.username} (${credentials.client})`
        if (await works(settings, account)) return { kind: 'linked', state: account.state, label }
        return beginLogIn(settings, credentials)
      }),

    check: (account) => markFailures(() => works(settings, account)),

    listCertificates: (account) => markFailures(() => list(settings, account)),

    sign: (account, request) => markFailures(() => sign(settings, account, request)),
  }
}

/** Whether the robust token is still good. */
async function works(settings: NebulaSettings, { state }: Account): Promise<boolean> {
  try {
    await callNebula(settings, { path: 'POLICIES_PATH', method: 'GET', token: robustTokenOf(state) })
    return true
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'not-authorised') return false
    throw error
  }
}

async function list(settings: NebulaSettings, { state }: Account): Promise<readonly RemoteCertificate[]> {
  const token = robustTokenOf(state)
  const certificates = await callNebula(settings, { path: 'CERTIFICATES_PATH', method: 'GET', token })
  const policies = await callNebula(settings, { path: 'POLICIES_PATH', method: 'GET', token })
  return readCertificates(certificates, policies)
}

async function sign(settings: NebulaSettings, { state }: Account, request: SignRequest): Promise<Uint8Array> {
  const signature = await signNatively(settings, robustTokenOf(state), request)
  const { item, key } = request
  return acceptSignature({ signature, item, certificate: key.certificate, provider: NEBULA })
}
