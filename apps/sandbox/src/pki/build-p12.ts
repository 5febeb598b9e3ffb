import { createCipheriv, createHash, createHmac, pbkdf2Sync, randomBytes, type KeyObject } from 'node:crypto'
import { OID } from '../der/object-identifiers.ts'
import {
  bmpString,
  explicit,
  implicitPrimitive,
  integer,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  type Der,
} from '../der/write-der.ts'

const ITERATIONS = 2048

export interface KeyFilePlan {
  readonly privateKey: KeyObject
  readonly certificate: Uint8Array
  /** Authorities above the certificate, DER. */
  readonly chain: readonly Uint8Array[]
  readonly alias: string
  readonly pin: string
}

/**
 * A PKCS#12 file (RFC 7292) as today's tools write it: key and certificates under AES-256 with PBKDF2 and
 * HMAC-SHA-256 (RFC 8018), integrity by HMAC-SHA-256.
 */
export function buildP12({ privateKey, certificate, chain, alias, pin }: KeyFilePlan): Uint8Array {
  const marks = setOf(
    attribute(OID.friendlyName, bmpString(alias)),
    attribute(OID.localKeyId, octetString(createHash('sha1').update(certificate).digest())),
  )
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' })
  const key = sequence(...encrypt(pkcs8, pin).shrouded)
  const keyBag = sequence(objectIdentifier(OID.shroudedKeyBag), explicit(0, key), marks)
  const certificateBags = [certificateBag(certificate, marks), ...chain.map((one) => certificateBag(one))]
  const safe = sequence(encryptedContent(sequence(...certificateBags), pin), plainContent(sequence(keyBag)))
  return sequence(integer(3), plainContent(safe), authenticate(safe, pin))
}

const attribute = (type: string, value: Der): Der => sequence(objectIdentifier(type), setOf(value))

function certificateBag(certificate: Uint8Array, marks?: Der): Der {
  const value = sequence(objectIdentifier(OID.x509Certificate), explicit(0, octetString(certificate)))
  return sequence(objectIdentifier(OID.certificateBag), explicit(0, value), ...(marks === undefined ? [] : [marks]))
}

const plainContent = (content: Der): Der => sequence(objectIdentifier(OID.data), explicit(0, octetString(content)))

function encryptedContent(content: Der, pin: string): Der {
  const { algorithm, cipherText } = encrypt(content, pin)
  const info = sequence(objectIdentifier(OID.data), algorithm, implicitPrimitive(0, cipherText))
  return sequence(objectIdentifier(OID.encryptedData), explicit(0, sequence(integer(0), info)))
}

function encrypt(content: Uint8Array, pin: string) {
  const salt = randomBytes(16)
  const vector = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', pbkdf2Sync(pin, salt, ITERATIONS, 32, 'sha256'), vector)
  const cipherText = Buffer.concat([cipher.update(content), cipher.final()])
  const randomFunction = sequence(objectIdentifier(OID.hmacWithSha256), nullValue())
  const derivation = sequence(octetString(salt), integer(ITERATIONS), randomFunction)
  const algorithm = sequence(
    objectIdentifier(OID.pbes2),
    sequence(
      sequence(objectIdentifier(OID.pbkdf2), derivation),
      sequence(objectIdentifier(OID.aes256Cbc), octetString(vector)),
    ),
  )
  return { algorithm, cipherText, shrouded: [algorithm, octetString(cipherText)] }
}

function authenticate(safe: Der, pin: string): Der {
  const salt = randomBytes(16)
  const mac = createHmac('sha256', deriveMacKey(pin, salt)).update(safe).digest()
  const digest = sequence(sequence(objectIdentifier(OID.sha256), nullValue()), octetString(mac))
  return sequence(digest, octetString(salt), integer(ITERATIONS))
}

/** Key derivation of RFC 7292 appendix B.2 for 32 octets, which one round of SHA-256 yields. */
function deriveMacKey(pin: string, salt: Uint8Array): Uint8Array {
  const block = 64
  const purpose = Buffer.alloc(block, 3)
  const secret = Buffer.concat([Buffer.from(pin, 'utf16le').swap16(), Buffer.alloc(2)])
  const fill = (octets: Buffer): Buffer => Buffer.alloc(Math.ceil(octets.length / block) * block, octets)
  let key = createHash('sha256')
    .update(purpose)
    .update(fill(Buffer.from(salt)))
    .update(fill(secret))
    .digest()
  for (let round = 1; round < ITERATIONS; round += 1) key = createHash('sha256').update(key).digest()
  return key
}
