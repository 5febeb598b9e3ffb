/**
 * A key of this installation at a service that speaks version 2 of the CSC API, which signs without anybody at hand:
 * what 8.5 says of electronic seals. The service knows the installation as a client, and the credential asks for a PIN
 * at most.
 */
import { orderChain } from '@rubrica/pki'
import { ProviderError, type KeyReference, type ToBeSigned } from '../../connector.ts'
import { chooseAlgorithm } from './choose-algorithm.ts'
import { signAtService } from './connect-csc.ts'
import type { OAuthClient } from './csc-client.ts'
import { standardPaths } from './csc-dialect.ts'
import { ClientAccess } from './keep-client-access.ts'
import { askCredential, type AccountAtService } from './list-credentials.ts'
import type { CscCredential } from './read-credential.ts'

export interface ClientKeyOptions {
  /** As people call the service. */
  readonly provider: string
  /** Without a slash at the end; `/v2/…` follows. */
  readonly url: string
  readonly oauth: OAuthClient
  readonly credential: string
  readonly pin: string | undefined
  /** Milliseconds that each request may take. */
  readonly timeoutMs: number
}

export interface ClientKey {
  /** DER. */
  readonly certificate: Uint8Array
  /** DER of the issuers, nearest first. */
  readonly chain: readonly Uint8Array[]
  /**
   * The raw signature over the attributes, which fits the certificate: RSA as the key's length, ECDSA as DER.
   * @throws ProviderError; `certificate-unusable` also when the service has another certificate by now
   */
  readonly sign: (item: ToBeSigned) => Promise<Uint8Array>
}

/** Nobody has an account: the client is the owner. */
const NO_ACCOUNT = { state: {}, keep: () => Promise.resolve() }

/**
 * Asks the service about the credential (`credentials/info`); nothing is authorised yet.
 * @throws ProviderError `login-invalid`, `certificate-not-found`, `wrong-pin` without a PIN that is asked for,
 *   `certificate-unusable` for a credential that is disabled or that asks for more than a PIN; and when the service
 *   cannot be asked
 */
export async function openClientKey(options: ClientKeyOptions): Promise<ClientKey> {
  const { credential, pin, ...rest } = options
  const service = { ...rest, dialect: 'csc2', paths: standardPaths('csc2') } as const
  const at: AccountAtService = { options: service, access: new ClientAccess(service), account: NO_ACCOUNT }
  const found = requireAutomatic(await askCredential(at, credential), options)
  const { chain, scal, maxDocuments } = found.certificate
  const [certificate = new Uint8Array(), ...issuers] = chain
  const key: KeyReference = { ref: credential, certificate, maxDocuments, scal }
  if (chooseAlgorithm(found.algorithms, key, { digestAlgorithm: 'SHA-256' }) === undefined) {
    throw unusable(options, 'does not sign SHA-256 with the credential')
  }
  return {
    certificate,
    chain: orderChain(certificate, issuers),
    sign: (item) => signAtService(at, { key, item, inputs: pin === undefined ? {} : { pin } }),
  }
}

function requireAutomatic(found: CscCredential | 'foreign', options: ClientKeyOptions): CscCredential {
  if (found === 'foreign') throw unusable(options, 'has the credential authorised on a page of its own')
  const { factors, certificate } = found
  if (factors.code !== undefined || factors.push !== undefined) {
    throw unusable(options, 'asks for more than a PIN before it signs with the credential')
  }
  if (!certificate.enabled) throw unusable(options, 'has disabled the credential')
  if (factors.pin !== undefined && options.pin === undefined) {
    throw new ProviderError('wrong-pin', 'The PIN is missing', { facts: { why: 'missing' } })
  }
  return found
}

const unusable = ({ provider }: ClientKeyOptions, what: string) =>
  new ProviderError('certificate-unusable', `${provider} ${what}`)
