/** Encrypts a push message for one browser (RFC 8291), in the content coding aes128gcm (RFC 8188). */
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { PushEndpoint } from '../../modules/push/ports.ts'

const CURVE = 'prime256v1'
const [SALT_LENGTH, KEY_LENGTH, NONCE_LENGTH, TAG_LENGTH] = [16, 16, 12, 16]
/** What every push service takes (RFC 8030, 7.2); one record holds it all. */
const RECORD_SIZE = 4096
/** The text is padded to a multiple of it, so that its length does not tell what it is about. */
const PADDED_TO = 512
const LAST_RECORD = 2

/** What is made anew for each message. */
export interface MessageKeys {
  /** Private key on P-256, 32 octets. */
  readonly privateKey: Uint8Array
  /** 16 octets. */
  readonly salt: Uint8Array
}

const makeKeys = (): MessageKeys => {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  return { privateKey: pair.getPrivateKey(), salt: randomBytes(SALT_LENGTH) }
}

/** Whether a browser's key is one that something can be encrypted for. */
export function isPublicKey(publicKey: Uint8Array): boolean {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  try {
    pair.computeSecret(publicKey)
    return true
  } catch {
    return false
  }
}

/**
 * @param plain up to 3.9 kB
 * @param keys those of a test vector; else new ones
 * @returns the body of the request: header and one record
 */
export function encryptMessage(
  { publicKey, authSecret }: Pick<PushEndpoint, 'publicKey' | 'authSecret'>,
  plain: Uint8Array,
  { keys = makeKeys(), paddedTo = PADDED_TO } = {},
): Uint8Array {
  const pair = createECDH(CURVE)
  pair.setPrivateKey(keys.privateKey)
  const ours = pair.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, ours])
  const ikm = hkdfSync('sha256', pair.computeSecret(publicKey), authSecret, info, 32)
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(ikm), keys.salt, `Content-Encoding: ${name}\0`, length))
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', KEY_LENGTH), derive('nonce', NONCE_LENGTH), {
    authTagLength: TAG_LENGTH,
  })
  const padding = Buffer.alloc((paddedTo - ((plain.length + 1) % paddedTo)) % paddedTo)
  const record = Buffer.concat([
    cipher.update(Buffer.concat([plain, Buffer.of(LAST_RECORD), padding])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_SIZE)
  return Buffer.concat([keys.salt, size, Buffer.of(ours.length), ours, record])
}
