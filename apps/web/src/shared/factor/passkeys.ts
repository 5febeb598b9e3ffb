/** Passkeys of the browser (WebAuthn Level 3): what the server sends as JSON, and what the authenticator answers. */
import type { FactorCalls, FactorChallenge } from './factor-calls.ts'

type RequestOptions = NonNullable<FactorChallenge['Passkey']>
type CreationOptions = Awaited<ReturnType<FactorCalls['beginPasskey']>>
type Assertion = Parameters<FactorCalls['passkeyLogin']>[0]['body']['Assertion']
type Attestation = Parameters<FactorCalls['addPasskey']>[0]['body']['Attestation']

/** Why the browser gave no passkey: the person left, or took too long; it has one already; or it cannot. */
export type PasskeyTrouble = 'cancelled' | 'known' | 'failed'

export class PasskeyFailed extends Error {
  readonly trouble: PasskeyTrouble

  constructor(cause: unknown) {
    super('The browser gave no passkey', { cause })
    this.trouble = troubleOf(cause)
  }
}

function troubleOf(cause: unknown): PasskeyTrouble {
  const name = cause instanceof DOMException ? cause.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled'
  return name === 'InvalidStateError' ? 'known' : 'failed'
}

const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

const toText = (bytes: ArrayBuffer) =>
  btoa(Array.from(new Uint8Array(bytes), (octet) => String.fromCharCode(octet)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const toDescriptor = ({ id, transports }: { id: string; transports?: string[] | undefined }) => ({
  id: toBytes(id),
  type: 'public-key' as const,
  ...(transports && { transports: transports as AuthenticatorTransport[] }),
})

async function ask(work: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await work()
    if (credential instanceof PublicKeyCredential) return credential
  } catch (cause) {
    throw new PasskeyFailed(cause)
  }
  throw new PasskeyFailed(null)
}

const describe = ({ id, rawId }: PublicKeyCredential) => ({
  ...{ id, rawId: toText(rawId), type: 'public-key' as const, clientExtensionResults: {} },
})

/** Has the person show a passkey. @throws {PasskeyFailed} */
export async function showPasskey(options: RequestOptions): Promise<Assertion> {
  const { challenge, allowCredentials, ...rest } = options
  const publicKey = {
    ...rest,
    challenge: toBytes(challenge),
    ...(allowCredentials && { allowCredentials: allowCredentials.map(toDescriptor) }),
  }
  const credential = await ask(() => navigator.credentials.get({ publicKey }))
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    credential.response as AuthenticatorAssertionResponse
  return {
    ...describe(credential),
    response: {
      clientDataJSON: toText(clientDataJSON),
      authenticatorData: toText(authenticatorData),
      signature: toText(signature),
      ...(userHandle && userHandle.byteLength > 0 && { userHandle: toText(userHandle) }),
    },
  }
}

/** Has the person make a passkey. @throws {PasskeyFailed} */
export async function makePasskey(options: CreationOptions): Promise<Attestation> {
  const { challenge, user, excludeCredentials, ...rest } = options
  const publicKey = {
    ...rest,
    challenge: toBytes(challenge),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: excludeCredentials.map(toDescriptor),
  }
  const credential = await ask(() => navigator.credentials.create({ publicKey }))
  const response = credential.response as AuthenticatorAttestationResponse
  return {
    ...describe(credential),
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
      transports: response.getTransports(),
    },
  }
}
