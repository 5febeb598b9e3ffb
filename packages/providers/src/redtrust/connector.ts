import { X509Certificate } from 'node:crypto'
import { ProviderError, type Account, type Connector, type SignRequest } from '../connector.ts'
import { acceptSignature } from '../protocols/accept-signature.ts'
import { readBytes } from '../protocols/read-answer.ts'
import { unusableAnswer } from '../protocols/unusable-answer.ts'
import type { SettingsReader } from '../registered-provider.ts'
import { callDss } from './call-dss.ts'
import { createAccessKeeper } from './keep-access.ts'
import { readCertificates } from './list-certificates.ts'
import { logIn, renew } from './log-in.ts'
import { readSettings, type RedTrustSettings } from './settings.ts'

const MAX_SIGNATURE_BYTES = 2048

/** @returns undefined while no address is set */
export function connect(reader: SettingsReader): Connector | undefined {
  const settings = readSettings(reader)
  return settings && openConnector(settings)
}

function openConnector(settings: RedTrustSettings): Connector {
  const keeper = createAccessKeeper((refreshToken) => renew(settings, refreshToken))
  const list = (account: Account): Promise<unknown> =>
    keeper.withAccess(account, (accessToken) =>
      callDss({ url: settings.listUrl, timeoutMs: settings.timeoutMs, accessToken, body: {} }),
    )
  return {
    async link({ Username = '', Password = '', Domain = '' }) {
      const grant = await logIn(settings, { username: Username, password: Password, domain: Domain })
      keeper.admit(grant)
      return { kind: 'linked', state: { refreshToken: grant.refreshToken }, label: `${Username} (${Domain})` }
    },

    async check(account) {
      try {
        await list(account)
        return true
      } catch (error) {
        if (error instanceof ProviderError && error.code === 'not-authorised') return false
        throw error
      }
    },

    listCertificates: async (account) => readCertificates(await list(account)),

    sign: (account, request) => keeper.withAccess(account, (accessToken) => sign({ settings, accessToken }, request)),
  }
}

async function sign(
  { settings, accessToken }: { settings: RedTrustSettings; accessToken: string },
  { key, item, inputs }: SignRequest,
): Promise<Uint8Array> {
  const { signUrl: url, timeoutMs } = settings
  const { asymmetricKeyType } = new X509Certificate(key.certificate).publicKey
  const data = await callDss({
    url,
    timeoutMs,
    accessToken,
    hasEffect: true,
    body: {
      thumbprint: key.ref,
      signatureType: `${item.digestAlgorithm.replace('-', '')}with${asymmetricKeyType === 'ec' ? 'ECDSA' : 'RSA'}`,
      toSignHash: Buffer.from(item.digest).toString('base64'),
      ...(inputs.pin !== undefined && { pin: inputs.pin }),
    },
  })
  const signature = readBytes(data, MAX_SIGNATURE_BYTES)
  if (signature === undefined) throw unusableAnswer({ provider: 'RedTrust', status: 200, hasEffect: true })
  return acceptSignature({ signature, item, certificate: key.certificate, provider: 'RedTrust' })
}
