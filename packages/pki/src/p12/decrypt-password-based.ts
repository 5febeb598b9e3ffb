/**
 * Decrypts what a PKCS#12 file hides behind its password, in every scheme that real files use.
 *
 * PBES2 (PBKDF2 or scrypt, then AES, 3DES or RC2) and the old PKCS#12 schemes (3DES, RC2, RC4 under the PKCS#12
 * derivation). Iteration counts come from the file, so their sum is held against a budget before any of them is worked
 * off.
 *
 * RFC 7292 appendix C, RFC 8018 §6.2 and appendix A, RFC 7914 §7.
 */
import { createDecipheriv, pbkdf2Sync, scryptSync } from 'node:crypto'
import { PkiError } from '../pki-error.ts'
import { DerCursor, type DerNode, DerError, octetsOf, oidOf, readDer, smallIntegerOf, TAG } from '../der/der-reader.ts'
import type { PasswordBytes } from './password-encodings.ts'
import { derivePkcs12, PURPOSE } from './pkcs12-key-derivation.ts'
import { decryptRc2Cbc } from '../algorithms/rc2-cipher.ts'
import { decryptRc4 } from '../algorithms/rc4-cipher.ts'

/** Counts derivation rounds over a whole file. */
export class WorkBudget {
  #left: number

  constructor(rounds: number) {
    this.#left = rounds
  }

  /** @throws PkiError P12_TOO_COMPLEX when the file asks for more work than allowed */
  spend(rounds: number): void {
    this.#left -= rounds
    if (rounds < 1 || this.#left < 0) throw new PkiError('P12_TOO_COMPLEX', { reason: 'ITERATIONS' })
  }
}

type Cipher = 'aes-128-cbc' | 'aes-192-cbc' | 'aes-256-cbc' | 'des-ede3-cbc' | 'rc2' | 'rc4'

interface CipherKey {
  readonly cipher: Cipher
  readonly key: Uint8Array
  readonly iv: Uint8Array
  /** RC2 only. */
  readonly effectiveBits: number
}

const unsupported = (what: string, oid: string): PkiError => new PkiError('P12_UNSUPPORTED', { what, oid })

/**
 * The plain octets, or null when this form of the password does not open them.
 * @throws PkiError P12_UNSUPPORTED, P12_TOO_COMPLEX
 * @throws DerError
 */
export function decryptPasswordBased(
  algorithm: DerNode,
  data: Uint8Array,
  context: { readonly password: PasswordBytes; readonly budget: WorkBudget },
): Uint8Array | null {
  const cursor = new DerCursor(algorithm, TAG.sequence)
  const oid = oidOf(cursor.take(TAG.oid))
  const parameters = new DerCursor(cursor.take(TAG.sequence))
  const legacy = LEGACY_SCHEMES[oid]
  if (legacy) return decryptWith(legacyKey(legacy, parameters, context), data)
  if (oid !== PBES2) throw unsupported('encryption', oid)
  return decryptWith(pbes2Key(parameters, context), data)
}

type Context = Parameters<typeof decryptPasswordBased>[2]

const PBES2 = '1.2.840.113549.1.5.13'

interface LegacyScheme {
  readonly cipher: Cipher
  readonly keyLength: number
}

const LEGACY_SCHEMES: Readonly<Record<string, LegacyScheme>> = {
  '1.2.840.113549.1.12.1.1': { cipher: 'rc4', keyLength: 16 },
  '1.2.840.113549.1.12.1.2': { cipher: 'rc4', keyLength: 5 },
  '1.2.840.113549.1.12.1.3': { cipher: 'des-ede3-cbc', keyLength: 24 },
  '1.2.840.113549.1.12.1.4': { cipher: 'des-ede3-cbc', keyLength: 16 },
  '1.2.840.113549.1.12.1.5': { cipher: 'rc2', keyLength: 16 },
  '1.2.840.113549.1.12.1.6': { cipher: 'rc2', keyLength: 5 },
}

function legacyKey({ cipher, keyLength }: LegacyScheme, parameters: DerCursor, context: Context): CipherKey {
  const salt = octetsOf(parameters.take(TAG.octetString))
  const iterations = smallIntegerOf(parameters.take(TAG.integer))
  const derive = (purpose: 1 | 2, length: number): Uint8Array => {
    context.budget.spend(iterations)
    return derivePkcs12({ hash: 'sha1', password: context.password.wide, salt, iterations, purpose, length })
  }
  const key = derive(PURPOSE.key, keyLength)
  const iv = cipher === 'rc4' ? new Uint8Array(0) : derive(PURPOSE.iv, 8)
  // Two-key triple DES uses its first key again as the third.
  const whole = cipher === 'des-ede3-cbc' && keyLength === 16 ? Buffer.concat([key, key.subarray(0, 8)]) : key
  return { cipher, key: whole, iv, effectiveBits: 8 * keyLength }
}

const PBES2_CIPHERS: Readonly<Record<string, { cipher: Cipher; keyLength: number }>> = {
  '2.16.840.1.101.3.4.1.2': { cipher: 'aes-128-cbc', keyLength: 16 },
  '2.16.840.1.101.3.4.1.22': { cipher: 'aes-192-cbc', keyLength: 24 },
  '2.16.840.1.101.3.4.1.42': { cipher: 'aes-256-cbc', keyLength: 32 },
  '1.2.840.113549.3.7': { cipher: 'des-ede3-cbc', keyLength: 24 },
}

const RC2_CBC = '1.2.840.113549.3.2'

/** RFC 2268 §6: how the version number names the effective key bits. */
const RC2_VERSIONS: Readonly<Record<number, number>> = { 160: 40, 120: 64, 58: 128 }

function pbes2Key(parameters: DerCursor, context: Context): CipherKey {
  const derivation = parameters.take(TAG.sequence)
  const scheme = new DerCursor(parameters.take(TAG.sequence))
  const oid = oidOf(scheme.take(TAG.oid))
  if (oid === RC2_CBC) return pbes2Rc2Key(new DerCursor(scheme.take(TAG.sequence)), derivation, context)
  const known = PBES2_CIPHERS[oid]
  if (!known) throw unsupported('cipher', oid)
  const iv = octetsOf(scheme.take(TAG.octetString))
  return { cipher: known.cipher, key: deriveKey(derivation, known.keyLength, context), iv, effectiveBits: 0 }
}

function pbes2Rc2Key(parameters: DerCursor, derivation: DerNode, context: Context): CipherKey {
  const version = parameters.takeIf(TAG.integer)
  const effectiveBits = version ? RC2_VERSIONS[smallIntegerOf(version)] : 32
  if (!effectiveBits) throw unsupported('cipher', RC2_CBC)
  const iv = octetsOf(parameters.take(TAG.octetString))
  return { cipher: 'rc2', key: deriveKey(derivation, effectiveBits / 8, context), iv, effectiveBits }
}

const PBKDF2 = '1.2.840.113549.1.5.12'
const SCRYPT = '1.3.6.1.4.1.11591.4.11'

const HMAC_HASHES: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.8': 'sha224',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
}

/** node:crypto's digest name of an HMAC AlgorithmIdentifier. */
export function hmacHashOf(algorithm: DerNode): string {
  const oid = oidOf(new DerCursor(algorithm, TAG.sequence).take(TAG.oid))
  const hash = HMAC_HASHES[oid]
  if (!hash) throw unsupported('hmac', oid)
  return hash
}

/** Key of a PBKDF2 or scrypt AlgorithmIdentifier. */
export function deriveKey(algorithm: DerNode, length: number, context: Context): Uint8Array {
  const cursor = new DerCursor(algorithm, TAG.sequence)
  const oid = oidOf(cursor.take(TAG.oid))
  const parameters = new DerCursor(cursor.take(TAG.sequence))
  const salt = octetsOf(parameters.take(TAG.octetString))
  if (oid === SCRYPT) return deriveScrypt(parameters, { salt, length }, context)
  if (oid !== PBKDF2) throw unsupported('derivation', oid)
  const iterations = smallIntegerOf(parameters.take(TAG.integer))
  parameters.takeIf(TAG.integer)
  const prf = parameters.takeIf(TAG.sequence)
  context.budget.spend(iterations)
  return pbkdf2Sync(context.password.narrow, salt, iterations, length, prf ? hmacHashOf(prf) : 'sha1')
}

const MAX_SCRYPT_MEMORY = 64 * 1024 * 1024

function deriveScrypt(
  parameters: DerCursor,
  { salt, length }: { readonly salt: Uint8Array; readonly length: number },
  context: Context,
): Uint8Array {
  const [cost, blockSize, parallelization] = [0, 1, 2].map(() => smallIntegerOf(parameters.take(TAG.integer)))
  if (!cost || !blockSize || !parallelization) throw new DerError('The scrypt parameters are wrong')
  context.budget.spend(cost * blockSize * parallelization)
  if (128 * cost * blockSize > MAX_SCRYPT_MEMORY) throw new PkiError('P12_TOO_COMPLEX', { reason: 'MEMORY' })
  const limits = { cost, blockSize, parallelization, maxmem: 2 * MAX_SCRYPT_MEMORY }
  return scryptSync(context.password.narrow, salt, length, limits)
}

function decryptWith(cipher: CipherKey, data: Uint8Array): Uint8Array | null {
  const plain = decryptOctets(cipher, data)
  return plain && isOneElement(plain) ? plain : null
}

function decryptOctets(cipher: CipherKey, data: Uint8Array): Uint8Array | null {
  if (cipher.cipher === 'rc2') return decryptRc2Cbc(data, cipher)
  if (cipher.cipher === 'rc4') return decryptRc4(data, cipher.key)
  try {
    const decipher = createDecipheriv(cipher.cipher, cipher.key, cipher.iv)
    return Buffer.concat([decipher.update(data), decipher.final()])
  } catch {
    return null
  }
}

/** A wrong key that happens to leave valid padding still leaves no ASN.1. */
function isOneElement(plain: Uint8Array): boolean {
  try {
    readDer(plain, TAG.sequence)
    return true
  } catch {
    return false
  }
}
