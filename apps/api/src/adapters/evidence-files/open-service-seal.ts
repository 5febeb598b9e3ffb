/** The seal at a remote signing service. Every signature that it gives fits its certificate, or is an error. */
import { digestOf } from '@rubrica/pki'
import { ProviderError, type ToBeSigned } from '@rubrica/providers/connector'
import { SealError, type Seal, type SealErrorReason } from './seal.ts'

/** A key at a service. All methods throw ProviderError and nothing else. */
export interface RemoteKey {
  readonly certificate: Uint8Array
  readonly chain: readonly Uint8Array[]
  readonly sign: (item: ToBeSigned) => Promise<Uint8Array>
}

/** @throws {SealError} */
export async function openServiceSeal(open: () => Promise<RemoteKey>): Promise<Seal> {
  const { certificate, chain, sign } = await open().catch(explain)
  return {
    ...{ certificate, chain, isSelfMade: false },
    sign: ({ signedAttributes: attributes, digestAlgorithm }) =>
      sign({ attributes, digestAlgorithm, digest: digestOf(digestAlgorithm, attributes) }).catch(explain),
  }
}

function explain(error: unknown): never {
  if (!(error instanceof ProviderError)) throw error
  const isPinMissing = error.facts['why'] === 'missing'
  const words = isPinMissing ? PIN_MISSING : WORDS[error.code]
  const message = words ?? `No evidence can be sealed: ${error.message}.`
  const facts = { ...error.facts, error: error.code }
  throw new SealError(reasonOf(error), message, { facts, cause: error })
}

const PIN_MISSING = 'The credential of the seal asks for a PIN, so SEAL_CSC_PIN must be set too.'

/** What the settings are called that a refusal is about. */
const WORDS: Readonly<Partial<Record<ProviderError['code'], string>>> = {
  'login-invalid': 'The service of the seal does not accept SEAL_CSC_CLIENT_ID with SEAL_CSC_CLIENT_SECRET.',
  'certificate-not-found': 'The service of the seal has no credential of the name in SEAL_CSC_CREDENTIAL.',
  'wrong-pin': 'SEAL_CSC_PIN is not the PIN of the credential of the seal; it is not tried again.',
  'pin-locked': 'The service of the seal has locked its credential.',
}

const PASSING: readonly ProviderError['code'][] = ['unreachable', 'timeout', 'answer-lost', 'signature-refused']

function reasonOf({ code, facts }: ProviderError): SealErrorReason {
  if (code === 'wrong-pin' || code === 'pin-locked') return 'pin'
  if (PASSING.includes(code)) return 'passing'
  const status = Number(facts['status'])
  const isRefusal = status >= 400 && status < 500 && status !== 429
  return code === 'failed' && !isRefusal ? 'passing' : 'settings'
}
