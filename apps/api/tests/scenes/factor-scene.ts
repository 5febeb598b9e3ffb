/** People with a second factor: an app that makes codes, and an authenticator that makes passkeys, without a browser. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { contract, createClient, type ClientOf, type Contract } from '@rubrica/contract'

export type Calls = ClientOf<Contract>

/** The calls of the server as somebody who bears a token, from a page of an origin, with a cookie. */
export function callsAs(url: string, token: string, headers: Record<string, string> = {}): Calls {
  return createClient(contract, {
    bases: () => ({ main: `${url}/api`, identity: `${url}/api` }),
    authorization: ({ auth }) =>
      auth === 'basic' ? `Basic ${Buffer.from('portal:').toString('base64')}` : `Bearer ${token}`,
    fetch: (address, init) => fetch(address, { ...init, headers: { ...(init.headers as object), ...headers } }),
  })
}

/** What an app shows that has the secret. */
export const codeOf = (secret: string, at = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp: at })

/** Of no app: as long as a code. */
export const wrongCode = (secret: string): string => {
  const near = [-2, -1, 0, 1, 2].map((step) => codeOf(secret, Date.now() + step * 30_000))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code))!
}

/** Sets up an app in a session, or at a log-in that needs one. */
export async function addApp(calls: Calls) {
  const { Secret: secret } = await calls.beginTotp({})
  const { RecoveryCodes, Token } = await calls.addTotp({ body: { Code: codeOf(secret) } })
  return { secret, recoveryCodes: RecoveryCodes ?? [], token: Token.access_token }
}

const text = (words: string) => Buffer.concat([Buffer.of(0x60 + words.length), Buffer.from(words)])
const bytes = (octets: Buffer) => {
  const head = octets.length < 256 ? [0x58] : [0x59, octets.length >> 8]
  return Buffer.concat([Buffer.of(...head, octets.length & 0xff), octets])
}
/** COSE_Key of an EC2 key (RFC 9053 7.1.1): kty, alg, crv, x, y. */
const coseKey = (key: KeyObject) => {
  const { x, y } = key.export({ format: 'jwk' })
  const coordinates = [x!, y!].map((part) => bytes(Buffer.from(part, 'base64url')))
  return Buffer.concat([
    Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21),
    coordinates[0]!,
    Buffer.of(0x22),
    coordinates[1]!,
  ])
}

const PRESENT_AND_VERIFIED = 0x05
const WITH_CREDENTIAL = 0x40

export interface Lie {
  readonly origin?: string
  readonly rpId?: string
  readonly counter?: number
  readonly flags?: number
  readonly challenge?: string
  readonly userHandle?: string
  /** Of the attestation. */
  readonly format?: string
  /** Map of the attestation, in CBOR. */
  readonly statement?: Buffer
}

/** The statement of an attestation that a certificate has signed, or what is said to be one. */
export const statementWith = (certificate: Buffer): Buffer =>
  Buffer.concat([Buffer.of(0xa1), text('x5c'), Buffer.of(0x81), bytes(certificate)])

/** An authenticator with one passkey, which does as its honest siblings do unless it is told to lie. */
interface Authenticator {
  readonly origin: string
  readonly rpId: string
  /** Octets of the credential id. */
  readonly idLength?: number
}

export function openAuthenticator({ origin, rpId, idLength = 32 }: Authenticator) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(idLength)
  let counter = 0
  let handle = ''
  const data = (flags: number, lie: Lie, count: number) => {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(count)
    const party = createHash('sha256').update(lie.rpId ?? rpId)
    return Buffer.concat([party.digest(), Buffer.of(flags), counted])
  }
  const clientData = (type: string, challenge: string, lie: Lie) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: lie.challenge ?? challenge,
        origin: lie.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const base = () => ({
    ...{ id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const },
    clientExtensionResults: {},
  })
  return {
    credentialId: id.toString('base64url'),
    make: (options: { challenge: string; user: { id: string } }, lie: Lie = {}) => {
      handle = options.user.id
      const credential = Buffer.concat([
        Buffer.alloc(16),
        Buffer.of(idLength >> 8, idLength & 0xff),
        id,
        coseKey(publicKey),
      ])
      const flags = (lie.flags ?? PRESENT_AND_VERIFIED) | WITH_CREDENTIAL
      const authData = Buffer.concat([data(flags, lie, lie.counter ?? counter), credential])
      const attestation = Buffer.concat([
        ...[Buffer.of(0xa3), text('fmt'), text(lie.format ?? 'none'), text('attStmt')],
        ...[lie.statement ?? Buffer.of(0xa0), text('authData')],
        bytes(authData),
      ])
      return {
        ...base(),
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, lie).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    show: (options: { challenge: string }, lie: Lie = {}) => {
      counter = lie.counter ?? counter + 1
      const authData = data(lie.flags ?? PRESENT_AND_VERIFIED, lie, counter)
      const json = clientData('webauthn.get', options.challenge, lie)
      const signed = Buffer.concat([authData, createHash('sha256').update(json).digest()])
      return {
        ...base(),
        response: {
          clientDataJSON: json.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          ...(handle !== '' && { userHandle: lie.userHandle ?? handle }),
        },
      }
    },
  }
}

/** Adds the passkey of an authenticator in a session, or at a log-in that needs one. */
export async function addPasskeyOf(calls: Calls, authenticator: ReturnType<typeof openAuthenticator>) {
  const Attestation = authenticator.make(await calls.beginPasskey({}))
  const { RecoveryCodes, Token } = await calls.addPasskey({ body: { Name: 'Laptop', Attestation } })
  return { recoveryCodes: RecoveryCodes ?? [], token: Token.access_token }
}

/** How a call was refused, or that it was not. */
export const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      const { status, code } = error as { status?: number; code?: string }
      return `${status} ${code}`
    },
  )
