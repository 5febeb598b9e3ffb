/**
 * The two layers around a private key at rest.
 *
 * inner = AES-256-GCM under argon2id(PIN, salt); outer = the server's key. Neither the database with the server's key
 * nor the PIN with the database opens it. The binding (user, certificate) is additional data of both layers, so a blob
 * moved to another row does not open.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { hashRaw, type Algorithm } from '@node-rs/argon2'

const FORMAT = 1
const SALT_LENGTH = 16
const NONCE_LENGTH = 12
const TAG_LENGTH = 16
/** RFC 9106 §4 asks for as much memory as can be afforded; 64 MiB and three passes take about 0.1 s. */
const ARGON2ID = 2 as Algorithm
const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 } as const
const HEADER_LENGTH = 1 + SALT_LENGTH + NONCE_LENGTH + TAG_LENGTH

function deriveKey(pin: string, salt: Uint8Array): Promise<Buffer> {
  return hashRaw(pin.normalize('NFC'), { ...COST, algorithm: ARGON2ID, outputLen: 32, salt })
}

/** Seals a key under the PIN: format, salt, nonce, tag, ciphertext. */
export async function sealUnderPin(key: Uint8Array, pin: string, binding: Uint8Array): Promise<Buffer> {
  const salt = randomBytes(SALT_LENGTH)
  const nonce = randomBytes(NONCE_LENGTH)
  const wrappingKey = await deriveKey(pin, salt)
  try {
    const cipher = createCipheriv('aes-256-gcm', wrappingKey, nonce).setAAD(binding)
    const sealed = Buffer.concat([cipher.update(key), cipher.final()])
    return Buffer.concat([Buffer.of(FORMAT), salt, nonce, cipher.getAuthTag(), sealed])
  } finally {
    wrappingKey.fill(0)
  }
}

/**
 * Opens what sealUnderPin made. @returns undefined when the PIN is wrong or a byte was changed: the two cannot be told
 * apart, and must not be.
 */
export async function openWithPin(sealed: Uint8Array, pin: string, binding: Uint8Array): Promise<Buffer | undefined> {
  if (sealed[0] !== FORMAT || sealed.length <= HEADER_LENGTH) throw new TypeError('Unknown format of a vault key')
  const salt = sealed.subarray(1, 1 + SALT_LENGTH)
  const nonce = sealed.subarray(1 + SALT_LENGTH, 1 + SALT_LENGTH + NONCE_LENGTH)
  const tag = sealed.subarray(1 + SALT_LENGTH + NONCE_LENGTH, HEADER_LENGTH)
  const wrappingKey = await deriveKey(pin, salt)
  try {
    const decipher = createDecipheriv('aes-256-gcm', wrappingKey, nonce).setAAD(binding).setAuthTag(tag)
    const key = decipher.update(sealed.subarray(HEADER_LENGTH))
    decipher.final()
    return key
  } catch {
    return undefined
  } finally {
    wrappingKey.fill(0)
  }
}
