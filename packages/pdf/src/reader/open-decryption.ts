/**
 * Reads encrypted files that open without a password: those whose user password is empty (ISO 32000-2 clause 7.6).
 *
 * Signatures stand over encrypted octets, so nothing here decides whether they hold; but names, form values and object
 * streams are readable only through it. A file that needs a password stays as it is.
 */
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import {
  isArray,
  isInteger,
  isName,
  PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '../objects/pdf-objects.ts'
import { decryptRc4 } from '@rubrica/pki'
import type { Decrypt, PdfDocument } from './pdf-document.ts'

type Method = 'none' | 'rc4' | 'aes-128' | 'aes-256'

interface Security {
  readonly revision: number
  /** Octets of the file key. */
  readonly keyLength: number
  readonly strings: Method
  readonly streams: Method
  readonly encryptsMetadata: boolean
  readonly permissions: number
  readonly owner: Uint8Array
  readonly user: Uint8Array
  readonly userKey: Uint8Array
  readonly fileId: Uint8Array
}

/** Null for a file in clear, and for one that an empty password does not open. */
export function openDecryption(document: PdfDocument): Decrypt | null {
  const { encryption } = document
  const security = encryption === null ? null : readSecurity(document, encryption)
  if (security === null) return null
  const key = security.revision >= 5 ? openModernKey(security) : openOldKey(security)
  const place = document.revisions.map(({ section }) => section.trailer.get('Encrypt')).find((ref) => ref != null)
  const ownNumber = place instanceof PdfRef ? place.num : null
  if (key === null) return null
  return (object, num, gen) => (num === ownNumber ? object : decryptObject({ security, key, num, gen }, object))
}

function readSecurity(document: PdfDocument, dict: PdfDict): Security | null {
  const bytes = (key: string, from = dict): Uint8Array => {
    const value = document.resolve(from.get(key))
    return value instanceof PdfString ? value.bytes : new Uint8Array(0)
  }
  const number = (key: string, fallback: number): number => {
    const value = document.resolve(dict.get(key))
    return isInteger(value) ? value : fallback
  }
  const version = number('V', 0)
  const methods = readMethods(document, dict, version)
  if (!isName(document.resolve(dict.get('Filter')), 'Standard') || methods === null) return null
  const ids = document.resolve(document.trailer.get('ID'))
  const first = isArray(ids) ? document.resolve(ids[0]) : null
  const bits = version === 1 ? 40 : version >= 4 ? 128 : number('Length', 40)
  return {
    ...methods,
    revision: number('R', 0),
    keyLength: Math.min(16, Math.max(5, bits >> 3)),
    encryptsMetadata: document.resolve(dict.get('EncryptMetadata')) !== false,
    permissions: number('P', 0),
    owner: bytes('O'),
    user: bytes('U'),
    userKey: bytes('UE'),
    fileId: first instanceof PdfString ? first.bytes : new Uint8Array(0),
  }
}

const METHODS: Readonly<Record<string, Method>> = { None: 'none', V2: 'rc4', AESV2: 'aes-128', AESV3: 'aes-256' }

function readMethods(
  document: PdfDocument,
  dict: PdfDict,
  version: number,
): Pick<Security, 'strings' | 'streams'> | null {
  if (version === 1 || version === 2) return { strings: 'rc4', streams: 'rc4' }
  if (version !== 4 && version !== 5) return null
  const filters = document.resolveDict(dict.get('CF'))
  const methodOf = (use: string): Method | undefined => {
    const name = document.resolve(dict.get(use))
    if (name === null || isName(name, 'Identity')) return 'none'
    const filter = typeof name === 'object' && 'value' in name ? document.resolveDict(filters?.get(name.value)) : null
    const method = document.resolve(filter?.get('CFM'))
    return Object.entries(METHODS).find(([known]) => isName(method, known))?.[1]
  }
  const [strings, streams] = [methodOf('StrF'), methodOf('StmF')]
  return strings && streams ? { strings, streams } : null
}

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const md5 = (...parts: readonly Uint8Array[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest()

/** Algorithms 2, 4 and 5 with an empty password. */
function openOldKey(security: Security): Uint8Array | null {
  const { revision, keyLength, owner, user, permissions, fileId, encryptsMetadata } = security
  if (revision < 2 || revision > 4) return null
  const flags = Buffer.alloc(4)
  flags.writeInt32LE(permissions | 0)
  const clear = revision >= 4 && !encryptsMetadata ? Buffer.from('ffffffff', 'hex') : Buffer.alloc(0)
  let key = md5(PADDING, owner.subarray(0, 32), flags, fileId, clear)
  for (let round = 0; revision >= 3 && round < 50; round++) key = md5(key.subarray(0, keyLength))
  const fileKey = key.subarray(0, keyLength)
  const expected = revision === 2 ? decryptRc4(PADDING, fileKey) : cipherOften(fileKey, md5(PADDING, fileId))
  return Buffer.compare(expected, user.subarray(0, expected.length)) === 0 ? fileKey : null
}

function cipherOften(key: Uint8Array, data: Uint8Array): Uint8Array {
  let result = data
  for (let round = 0; round < 20; round++) {
    const varied = key.map((octet) => octet ^ round)
    result = decryptRc4(result, varied)
  }
  return result
}

/** Algorithm 2.A with an empty password. */
function openModernKey({ revision, user, userKey }: Security): Uint8Array | null {
  if (user.length < 48 || userKey.length < 32 || revision > 6) return null
  const digest = revision === 5 ? (salt: Uint8Array) => sha('sha256', salt) : hardenedDigest
  if (Buffer.compare(digest(user.subarray(32, 40)), user.subarray(0, 32)) !== 0) return null
  const decipher = createDecipheriv('aes-256-cbc', digest(user.subarray(40, 48)), Buffer.alloc(16)).setAutoPadding(
    false,
  )
  return Buffer.concat([decipher.update(userKey.subarray(0, 32)), decipher.final()])
}

const sha = (hash: string, data: Uint8Array): Buffer => createHash(hash).update(data).digest()
const ROUNDS = 64
const MOST_ROUNDS = 400

/** Algorithm 2.B. */
function hardenedDigest(salt: Uint8Array): Buffer {
  let key = sha('sha256', salt)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const data = cipher.update(Buffer.concat(Array.from({ length: ROUNDS }, () => key)))
    const sum = data.subarray(0, 16).reduce((total, octet) => total + octet, 0)
    key = sha(['sha256', 'sha384', 'sha512'][sum % 3] ?? 'sha256', data)
    if (round >= ROUNDS - 1 && (data.at(-1) ?? 0) <= round - 32 + 1) break
  }
  return key.subarray(0, 32)
}

interface Place {
  readonly security: Security
  readonly key: Uint8Array
  readonly num: number
  readonly gen: number
}

function decryptObject(place: Place, object: PdfObject): PdfObject {
  if (object instanceof PdfString)
    return new PdfString(decryptBytes(place, place.security.strings, object.bytes), object.hex)
  if (object instanceof PdfDict) return decryptDict(place, object)
  if (object instanceof PdfStream) return decryptStream(place, object)
  return isArray(object) ? object.map((item) => decryptObject(place, item)) : object
}

/** The Contents of a signature are never encrypted (clause 7.6.2). */
function decryptDict(place: Place, dict: PdfDict): PdfDict {
  const isSignature = dict.entries.has('ByteRange')
  const entries = [...dict.entries].map(([key, value]) => {
    const isClear = isSignature && key === 'Contents'
    return [key, isClear ? value : decryptObject(place, value)] as const
  })
  const repeated = dict.repeated.map(([key, value]) => [key, decryptObject(place, value)] as const)
  return new PdfDict(new Map(entries), repeated)
}

function decryptStream(place: Place, { dict, raw }: PdfStream): PdfStream {
  const { streams, encryptsMetadata } = place.security
  const type = dict.get('Type')
  const isClear = isName(type, 'XRef') || (isName(type, 'Metadata') && !encryptsMetadata) || usesCryptFilter(dict)
  return new PdfStream(decryptDict(place, dict), isClear ? raw : decryptBytes(place, streams, raw))
}

/** Such a stream says itself how it is encrypted; in practice not at all. */
function usesCryptFilter(dict: PdfDict): boolean {
  const filter = dict.get('Filter') ?? null
  return isName(filter, 'Crypt') || (isArray(filter) && filter.some((item) => isName(item, 'Crypt')))
}

function decryptBytes({ key, num, gen }: Place, method: Method, bytes: Uint8Array): Uint8Array {
  switch (method) {
    case 'none':
      return bytes
    case 'rc4':
      return decryptRc4(bytes, objectKey(key, { num, gen, isAes: false }))
    case 'aes-128':
      return decryptAes('aes-128-cbc', objectKey(key, { num, gen, isAes: true }), bytes)
    case 'aes-256':
      return decryptAes('aes-256-cbc', key, bytes)
  }
}

/** Algorithm 1. */
function objectKey(key: Uint8Array, { num, gen, isAes }: { num: number; gen: number; isAes: boolean }): Uint8Array {
  const suffix = Uint8Array.of(num & 255, (num >> 8) & 255, (num >> 16) & 255, gen & 255, (gen >> 8) & 255)
  const salt = isAes ? Buffer.from('sAlT') : Buffer.alloc(0)
  return md5(key, suffix, salt).subarray(0, Math.min(16, key.length + 5))
}

/** What does not decrypt is left as it is: it shows as what it is, unreadable. */
function decryptAes(cipher: 'aes-128-cbc' | 'aes-256-cbc', key: Uint8Array, bytes: Uint8Array): Uint8Array {
  if (bytes.length < 32 || bytes.length % 16 !== 0) return bytes.length === 16 ? new Uint8Array(0) : bytes
  try {
    const decipher = createDecipheriv(cipher, key, bytes.subarray(0, 16))
    return Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()])
  } catch {
    return bytes
  }
}
