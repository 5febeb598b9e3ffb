/**
 * Secrets and signatures of messages.
 *
 * Standard Webhooks 1.0.0: `v1` is HMAC-SHA256, `v1a` is Ed25519, over `id.timestamp.body`.
 */
import { createHmac, createPrivateKey, createPublicKey, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { SignatureScheme } from './ports.ts'

/** Octets of a new secret: of HMAC between 24 and 64, of Ed25519 the seed (RFC 8032 §5.1.5). */
const SECRET_BYTES = 32
/** What stands before a seed in PKCS#8 (RFC 8410 §7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

export const newSecret = (): Uint8Array => randomBytes(SECRET_BYTES)

/**
 * What the receiver verifies with: the secret itself (`whsec_`), or the public key that belongs to it (`whpk_`).
 */
export function verifierOf(signing: SignatureScheme, secret: Uint8Array): string {
  if (signing === 'v1') return `whsec_${Buffer.from(secret).toString('base64')}`
  const { x = '' } = createPublicKey(privateKeyOf(secret)).export({ format: 'jwk' })
  return `whpk_${Buffer.from(x, 'base64url').toString('base64')}`
}

export interface SignedContent {
  readonly id: string
  /** Seconds since 1970, of the try. */
  readonly timestamp: number
  readonly body: string
}

/** The value of `webhook-signature`: one signature for each secret that counts. */
export const signaturesOf = (
  signing: SignatureScheme,
  secrets: readonly Uint8Array[],
  content: SignedContent,
): string => secrets.map((secret) => `${signing},${signatureOf(signing, secret, content)}`).join(' ')

function signatureOf(signing: SignatureScheme, secret: Uint8Array, { id, timestamp, body }: SignedContent): string {
  const signed = Buffer.from(`${id}.${timestamp}.${body}`)
  if (signing === 'v1') return createHmac('sha256', secret).update(signed).digest('base64')
  return sign(null, signed, privateKeyOf(secret)).toString('base64')
}

const privateKeyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' })
