/**
 * A key that waits for an application's call lies under a secret that only the person's browser or the application has.
 * The secrets are random and long, so HKDF (RFC 5869) makes the sealing key without a slow derivation.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

const keyOf = (secret: string, binding: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, binding, 'rubrica waiting key', KEY_BYTES))

/** @param binding what the value belongs to; the same text opens it. @returns nonce, tag, ciphertext */
export function sealUnderSecret(value: Uint8Array, secret: string, binding: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, binding), nonce).setAAD(Buffer.from(binding))
  const sealed = Buffer.concat([cipher.update(value), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Opens what sealUnderSecret made. Throws for another secret, another binding, and a changed byte. */
export function openWithSecret(sealed: Uint8Array, secret: string, binding: string): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, binding), nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(binding))
    .setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
}
