/**
 * Writes a certification request (PKCS#10) for a key of this process.
 *
 * The request is signed with the key itself, which proves possession of it. The content of the certificate is the
 * authority's decision.
 *
 * RFC 2986 §4, RFC 2985 §5.4.2, RFC 5280 §4.1.2.4 and appendix A.1 (upper bounds of names).
 */
import { createPublicKey, type KeyObject, sign } from 'node:crypto'
import {
  encodeElement,
  encodeNull,
  encodeOid,
  encodeSequence,
  encodeSetOf,
  encodeUnsignedInteger,
} from '../der/der-writer.ts'
import { OID } from '../der/object-identifiers.ts'

/** The subject of the requested certificate. */
export interface RequestedSubject {
  readonly commonName: string
  /** Number of an identity document; the certificate shows it as serialNumber of the subject. */
  readonly serialNumber?: string
  /** An address of the subject, as an rfc822Name among its alternative names (RFC 5280 §4.2.1.6). */
  readonly email?: string
}

const MAX_NAME = 64
const PRINTABLE = /^[\d A-Za-z'()+,\-./:=?]+$/

/**
 * DER of a CertificationRequest.
 * @param privateKey RSA (signed with PKCS#1 and SHA-256) or EC (ECDSA and SHA-256)
 */
export function requestCertificate(privateKey: KeyObject, subject: RequestedSubject): Uint8Array {
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  const info = encodeSequence(encodeUnsignedInteger(0), encodeName(subject), publicKey, encodeAttributes(subject))
  return encodeSequence(info, signatureAlgorithmOf(privateKey), encodeBits(sign('sha256', info, privateKey)))
}

export const signatureAlgorithmOf = ({ asymmetricKeyType }: KeyObject): Uint8Array =>
  asymmetricKeyType === 'ec'
    ? encodeSequence(encodeOid(OID.ecdsaWithSha256))
    : encodeSequence(encodeOid(OID.rsaWithSha256), encodeNull())

export const encodeName = ({ commonName, serialNumber }: RequestedSubject): Uint8Array =>
  encodeSequence(
    ...(serialNumber === undefined ? [] : [encodePart(OID.subjectSerialNumber, serialNumber)]),
    encodePart(OID.commonName, commonName),
  )

/** Extensions that are wished for, as the attribute extensionRequest (RFC 2985 §5.4.2). */
function encodeAttributes({ email }: RequestedSubject): Uint8Array {
  if (email === undefined) return encodeElement(0xa0)
  const names = encodeSequence(encodeElement(0x81, Buffer.from(email, 'ascii')))
  const extension = encodeSequence(encodeOid(OID.subjectAltName), encodeElement(0x04, names))
  return encodeElement(0xa0, encodeSequence(encodeOid(OID.extensionRequest), encodeSetOf([encodeSequence(extension)])))
}

/** serialNumber is a PrintableString; what does not fit into one is written as UTF-8. */
function encodePart(type: string, text: string): Uint8Array {
  const cut = [...text].slice(0, MAX_NAME).join('')
  const tag = type === OID.subjectSerialNumber && PRINTABLE.test(cut) ? 0x13 : 0x0c
  return encodeSetOf([encodeSequence(encodeOid(type), encodeElement(tag, Buffer.from(cut, 'utf8')))])
}

export const encodeBits = (octets: Uint8Array): Uint8Array => encodeElement(0x03, Uint8Array.of(0), octets)
