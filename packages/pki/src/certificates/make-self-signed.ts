/**
 * Makes a certificate that its own key signs (RFC 5280 §4.1): nobody vouches for it, and whoever has it can tell again
 * what this key has signed.
 */
import { createHash, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import {
  encodeBoolean,
  encodeElement,
  encodeExplicit,
  encodeOctetString,
  encodeOid,
  encodeSequence,
  encodeUnsignedInteger,
} from '../der/der-writer.ts'
import { OID } from '../der/object-identifiers.ts'
import { encodeBits, encodeName, signatureAlgorithmOf } from './request-certificate.ts'

export interface SelfSigned {
  readonly commonName: string
  readonly notBefore: Date
  readonly notAfter: Date
}

/** digitalSignature and contentCommitment. */
const FOR_SIGNATURES = Uint8Array.of(6, 0xc0)

/**
 * DER of a certificate for signatures.
 * @param privateKey RSA or EC; signed with SHA-256
 */
export function makeSelfSigned(privateKey: KeyObject, { commonName, notBefore, notAfter }: SelfSigned): Uint8Array {
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  const name = encodeName({ commonName })
  const algorithm = signatureAlgorithmOf(privateKey)
  const keyId = createHash('sha256').update(publicKey).digest().subarray(0, 20)
  const serial = randomBytes(16)
  // Never negative, and never shorter than it says.
  serial[0] = (serial[0]! & 0x3f) | 0x40
  const extensions = encodeSequence(
    extension(OID.keyUsage, encodeElement(0x03, FOR_SIGNATURES), true),
    extension(OID.subjectKeyIdentifier, encodeOctetString(keyId)),
  )
  const certificate = encodeSequence(
    encodeExplicit(0, encodeUnsignedInteger(2)),
    encodeUnsignedInteger(serial),
    algorithm,
    name,
    encodeSequence(encodeTime(notBefore), encodeTime(notAfter)),
    name,
    publicKey,
    encodeExplicit(3, extensions),
  )
  return encodeSequence(certificate, algorithm, encodeBits(sign('sha256', certificate, privateKey)))
}

const extension = (oid: string, value: Uint8Array, isCritical = false): Uint8Array =>
  encodeSequence(encodeOid(oid), ...(isCritical ? [encodeBoolean(true)] : []), encodeOctetString(value))

/** UTCTime to 2049, GeneralizedTime from then on (RFC 5280 §4.1.2.5). */
function encodeTime(date: Date): Uint8Array {
  const digits = `${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`
  return date.getUTCFullYear() < 2050
    ? encodeElement(0x17, Buffer.from(digits.slice(2), 'ascii'))
    : encodeElement(0x18, Buffer.from(digits, 'ascii'))
}
