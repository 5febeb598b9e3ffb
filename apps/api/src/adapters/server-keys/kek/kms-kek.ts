/**
 * A key of AWS KMS. The client is loaded when a key is sealed or opened, and not for anybody else. The binding is the
 * encryption context, which KMS authenticates and writes to CloudTrail.
 */
import type * as kms from '@aws-sdk/client-kms'
import { quietAws } from '../../operating-system/quiet-aws.ts'
import type { KekConfig, KmsKekConfig } from '../../../config/read-kek.ts'
import { kekError, type Kek } from './kek.ts'

const CONNECT_MS = 2000
const ANSWER_MS = 10_000
const TRIES = 3
/** Octets; KMS itself takes no larger ciphertext. */
const LARGEST = 6144

export function openKmsKek({ name, key, region }: KmsKekConfig & Pick<KekConfig, 'name'>): Kek {
  const ask = async (
    call: (client: kms.KMSClient, library: typeof kms) => Promise<Uint8Array | undefined>,
  ): Promise<Uint8Array> => {
    const library = await import('@aws-sdk/client-kms')
    quietAws()
    const client = new library.KMSClient({
      ...(region !== undefined && { region }),
      maxAttempts: TRIES,
      requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
    })
    try {
      const value = await call(client, library)
      if (value && value.byteLength > 0 && value.byteLength <= LARGEST) return value
    } catch (error) {
      throw kekError(name, explain(error))
    } finally {
      client.destroy()
    }
    throw kekError(name, 'gave an answer that is none')
  }
  const context = (binding: string) => ({ purpose: binding })
  return {
    name,
    seal: (value, binding) =>
      ask(async (client, { EncryptCommand }) => {
        const order = { KeyId: key, Plaintext: value, EncryptionContext: context(binding) }
        return (await client.send(new EncryptCommand(order))).CiphertextBlob
      }),
    // The key is named, so that what another key of the account has closed is refused.
    open: (sealed, binding) =>
      ask(async (client, { DecryptCommand }) => {
        const order = { KeyId: key, CiphertextBlob: sealed, EncryptionContext: context(binding) }
        return (await client.send(new DecryptCommand(order))).Plaintext
      }),
  }
}

const WORDS: Readonly<Record<string, string>> = {
  NotFoundException: 'is not known to AWS KMS',
  AccessDeniedException: 'may not be used with these credentials of AWS',
  DisabledException: 'is disabled in AWS KMS',
  KMSInvalidStateException: 'is pending deletion or not enabled in AWS KMS',
  InvalidCiphertextException: 'does not open this file: it was changed, or closed for something else',
  IncorrectKeyException: 'is another one than has closed this file',
  CredentialsProviderError: 'cannot be asked: no credentials of AWS were found',
}

/** The name of an error of AWS is one of a list; its message may quote what was sent. */
function explain(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  const said = /^\w{1,60}$/.test(name) ? ` (${name})` : ''
  return WORDS[name] ?? `cannot be asked at AWS KMS${said}`
}
