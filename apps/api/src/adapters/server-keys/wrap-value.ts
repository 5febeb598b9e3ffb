/**
 * The form of a wrapped value: format (1 byte), key version (4 bytes, big-endian), nonce (12), ciphertext, tag (16).
 * AES-256-GCM with a random nonce; the first five bytes and the binding are authenticated with it (NIST SP 800-38D).
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { ServerKeyError } from '../../ports/server-keys.ts'

const FORMAT = 1
const HEADER = 5
const NONCE = 12
const TAG = 16

export interface VersionedKey {
  readonly version: number
  readonly key: Uint8Array
}

export function wrapValue({ version, key }: VersionedKey, plaintext: Uint8Array, binding: string): Uint8Array {
  const header = Buffer.alloc(HEADER)
  header.writeUInt8(FORMAT, 0)
  header.writeUInt32BE(version, 1)
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.concat([header, Buffer.from(binding)]))
  return Buffer.concat([header, nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

/** @throws {ServerKeyError} WRAPPED_VALUE_REFUSED when a byte was changed or the binding is another. */
export function unwrapValue(key: Uint8Array, wrapped: Uint8Array, binding: string): Uint8Array {
  const bytes = Buffer.from(wrapped.buffer, wrapped.byteOffset, wrapped.byteLength)
  if (bytes.length < HEADER + NONCE + TAG || bytes[0] !== FORMAT) throw refused()
  const header = bytes.subarray(0, HEADER)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(HEADER, HEADER + NONCE))
  decipher.setAAD(Buffer.concat([header, Buffer.from(binding)])).setAuthTag(bytes.subarray(-TAG))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(HEADER + NONCE, -TAG)), decipher.final()])
  } catch (cause) {
    throw refused(cause)
  }
}

const refused = (cause?: unknown) =>
  new ServerKeyError('WRAPPED_VALUE_REFUSED', 'A wrapped value was changed, or belongs to something else.', { cause })
