/**
 * The SignCloud protocol: every call carries the user name and the password, so they are in the account's state; a
 * signature carries the PIN too, and for qualified certificates a code that counts for as many documents as were
 * announced when it was asked for.
 */
import { ProviderError, type Account, type Connector, type SignRequest } from '../../connector.ts'
import type { SettingsReader } from '../../registered-provider.ts'
import { acceptSignature } from '../accept-signature.ts'
import { readBytes, readFields, readText, readWholeNumber } from '../read-answer.ts'
import { readPath } from '../read-path.ts'
import { readTimeout } from '../read-timeout.ts'
import { unusableAnswer } from '../unusable-answer.ts'
import { callSignCloud, type SignCloud, type SignCloudCall } from './call-signcloud.ts'
import { MECHANISMS, prepareBlock, type Mechanism } from './choose-mechanism.ts'
import { listObjects } from './list-objects.ts'
import { maskPhone } from './mask-phone.ts'

const MAX_SIGNATURE_BYTES = 2048
const MAX_USES = 1_000_000

interface SignCloudSettings extends SignCloud {
  readonly mechanism: Mechanism
  /** The operator's own account, where signatures are billed to one. */
  readonly billing: Readonly<Record<string, string>>
}

/**
 * @param provider as people call it
 * @returns undefined while no address is set
 */
export function connectSignCloud(settings: SettingsReader, provider: string): Connector | undefined {
  const url = settings.address('URL')
  if (url === undefined) return undefined
  const billing = {
    billing_username: settings.text('BILLING_USERNAME'),
    billing_password: settings.text('BILLING_PASSWORD'),
  }
  return openConnector({
    provider,
    base: `${url}${readPath(settings, 'API_PATH', '/api')}/`,
    timeoutMs: readTimeout(settings),
    mechanism: settings.choice('SIGN_MECHANISM', MECHANISMS, 'RSASHA256'),
    billing: Object.fromEntries(Object.entries(billing).flatMap(([name, text]) => (text ? [[name, text]] : []))),
  })
}

function openConnector(cloud: SignCloudSettings): Connector {
  const ask = (account: Account, call: SignCloudCall): Promise<unknown> =>
    callSignCloud(cloud, { ...call, body: { ...credentialsOf(account), ...call.body } })
  return {
    async link({ Username = '', Password = '' }) {
      const state = { username: Username, password: Password }
      readTokenInfo(cloud, await callSignCloud(cloud, { resource: 'token_info', body: state }))
      return { kind: 'linked', state, label: Username }
    },

    async check(account) {
      try {
        await ask(account, { resource: 'token_info', body: {} })
        return true
      } catch (error) {
        if (isLoginInvalid(error)) return false
        throw error
      }
    },

    async listCertificates(account) {
      const { qualified } = readTokenInfo(cloud, await ask(account, { resource: 'token_info', body: {} }))
      const objects = await ask(account, { resource: 'get_objects', body: { type: 4, identifier: null } })
      return listObjects(objects, { provider: cloud.provider, qualified })
    },

    async requestCode(account, { uses }) {
      const result = readFields(await ask(account, { resource: 'generate_otp', body: { uses } }))
      const { max_uses: most, qualified, number } = readFields(result['additional_data'])
      if (uses > (readWholeNumber(most, MAX_USES) ?? uses)) {
        throw new ProviderError('batch-too-large', `A code of ${cloud.provider} does not serve so many documents`)
      }
      return { alsoNeedsPin: qualified === true, sentTo: maskPhone(number) }
    },

    sign: async (account, request) => sign(cloud, request, (call) => ask(account, call)),
  }
}

async function sign(
  cloud: SignCloudSettings,
  { key, item, inputs }: SignRequest,
  ask: (call: SignCloudCall) => Promise<unknown>,
): Promise<Uint8Array> {
  const block = prepareBlock(cloud.mechanism, item)
  const result = await ask({
    resource: 'sign_rsa',
    hasEffect: true,
    body: {
      identifier: key.ref,
      mechanism: block.mechanism,
      plaintext: Buffer.from(block.plaintext).toString('base64'),
      ...(inputs.pin !== undefined && { pin: inputs.pin }),
      ...(inputs.code !== undefined && { otp: inputs.code }),
      ...cloud.billing,
    },
  })
  const signature = readBytes(result, MAX_SIGNATURE_BYTES)
  if (signature === undefined) throw unusableAnswer({ provider: cloud.provider, status: 200, hasEffect: true })
  return acceptSignature({ signature, item, certificate: key.certificate, provider: cloud.provider })
}

const isLoginInvalid = (error: unknown): boolean => error instanceof ProviderError && error.code === 'login-invalid'

/** @throws ProviderError `not-authorised` when the state is none of ours */
function credentialsOf({ state }: Account): { username: string; password: string } {
  const { username, password } = state
  if (typeof username === 'string' && typeof password === 'string') return { username, password }
  throw new ProviderError('not-authorised', 'The account has to be authorised again')
}

function readTokenInfo({ provider }: SignCloud, result: unknown): { qualified: boolean } {
  const { label, qualified } = readFields(result)
  if (readText(label) === undefined && typeof qualified !== 'boolean') throw unusableAnswer({ provider, status: 200 })
  return { qualified: qualified === true }
}
