/** Push services of browsers, by Web Push (RFC 8030), which know the installation by its key (VAPID, RFC 8292). */
import { createPublicKey, randomUUID, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { createGuardedPoster, PkiError } from '@rubrica/pki'
import type { PushAnswer, PushEndpoint, PushMessage, PushService } from '../../modules/push/ports.ts'
import type { ServerKeys } from '../../ports/server-keys.ts'
import { makeWrappedSigningKey, openWrappedSigningKey } from '../server-keys/wrapped-signing-key.ts'
import { judgeAddresses } from '../webhooks/open-receiver.ts'
import { encryptMessage, isPublicKey } from './encrypt-message.ts'

/** What the private half of the key for push services is bound to when it is wrapped. */
export const pushKeyBinding = (keyId: string) => `push-key:${keyId}`

export interface StoredPushKey {
  readonly id: string
  readonly wrappedPrivateKey: Uint8Array
  readonly createdAt: Date
}

export interface PushKeyRecords {
  /** The newest key; made, once for all replicas, where there is none. */
  newestOr(make: () => Promise<StoredPushKey>): Promise<StoredPushKey>
}

export interface PushServiceNeeds {
  readonly records: PushKeyRecords
  readonly serverKeys: ServerKeys
  /** Origins that may have a private address, and may do without TLS. */
  readonly allowedPrivateOrigins: readonly string[]
  /** Whom a push service writes to when something is wrong: a `mailto:` or `https:` address. */
  readonly contact: string
  readonly now: () => Date
}

/** Of a whole exchange. */
const TIMEOUT_MS = 15_000
/** A day at most (RFC 8292, 2). */
const TOKEN_SECONDS = 12 * 60 * 60

interface PushKey {
  readonly privateKey: KeyObject
  readonly publicKey: Uint8Array
}

export function openPushService(needs: PushServiceNeeds): PushService {
  const { allowedPrivateOrigins } = needs
  const post = createGuardedPoster({ allowedPrivateOrigins, timeoutMs: TIMEOUT_MS, mostRead: 0 })
  let opened: Promise<PushKey> | undefined
  const key = () => {
    opened ??= openKey(needs).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
  const mayBeTold = judgeAddresses(allowedPrivateOrigins)
  return {
    publicKey: async () => (await key()).publicKey,
    faultOf: ({ url, publicKey }) => {
      if (!mayBeTold(url)) return 'url'
      return isPublicKey(publicKey) ? undefined : 'publicKey'
    },
    send: async (endpoint, message): Promise<PushAnswer> => {
      const headers = await headersOf(needs, await key(), { endpoint, message })
      const body = encryptMessage(endpoint, Buffer.from(message.text))
      try {
        const { status, retryAfter } = await post({ url: endpoint.url, headers, body })
        return { status, retryAfter }
      } catch (error) {
        if (!(error instanceof PkiError)) throw error
        return { cause: String(error.facts['reason']) }
      }
    },
  }
}

interface Sent {
  readonly endpoint: PushEndpoint
  readonly message: PushMessage
}

async function headersOf(
  { contact, now }: PushServiceNeeds,
  { privateKey, publicKey }: PushKey,
  { endpoint, message: { ttl, topic, urgency } }: Sent,
): Promise<Record<string, string>> {
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(new URL(endpoint.url).origin)
    .setExpirationTime(Math.floor(now().getTime() / 1000) + TOKEN_SECONDS)
    .setSubject(contact)
    .sign(privateKey)
  return {
    authorization: `vapid t=${token}, k=${Buffer.from(publicKey).toString('base64url')}`,
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ...{ ttl: String(ttl), topic, urgency },
  }
}

async function openKey({ records, serverKeys, now }: PushServiceNeeds): Promise<PushKey> {
  const stored = await records.newestOr(() => makeKey(serverKeys, now()))
  const binding = pushKeyBinding(stored.id)
  const privateKey = await openWrappedSigningKey(serverKeys, stored.wrappedPrivateKey, binding)
  const { x, y } = createPublicKey(privateKey).export({ format: 'jwk' })
  return {
    privateKey,
    publicKey: Buffer.concat([Buffer.of(4), ...[x, y].map((part) => Buffer.from(part!, 'base64url'))]),
  }
}

async function makeKey(serverKeys: ServerKeys, createdAt: Date): Promise<StoredPushKey> {
  const id = randomUUID()
  const { wrappedPrivateKey } = await makeWrappedSigningKey(serverKeys, pushKeyBinding(id))
  return { id, wrappedPrivateKey, createdAt }
}
