/**
 * Writes a certification request (PKCS#10) for a key of this process.
 *
 * The request is signed with the key itself, which proves possession of it. The content of the certificate is the
 * authority's decision.
 *
 * RFC 2986 §4, RFC 5280 §4.1.2.4 and appendix A.1 (upper bounds of names).
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
  readonly serialNumber: string
}

const MAX_NAME = 64
const PRINTABLE = /^[\d A-Za-z'()+,\-./:=?]+$/

/**
 * DER of a CertificationRequest.
 * @param privateKey RSA (signed with PKCS#1 and SHA-256) or EC (ECDSA and SHA-256)
 */
export function requestCertificate(privateKey: KeyObject, subject: RequestedSubject): Uint8Array {
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  const info = encodeSequence(encodeUnsignedInteger(0), encodeName(subject), publicKey, encodeElement(0xa0))
  return encodeSequence(info, signatureAlgorithmOf(privateKey), encodeBits(sign('sha256', info, privateKey)))
}

const signatureAlgorithmOf = ({ asymmetricKeyType }: KeyObject): Uint8Array =>
  asymmetricKeyType === 'ec'
    ? encodeSequence(encodeOid(OID.ecdsaWithSha256))
    : encodeSequence(encodeOid(OID.rsaWithSha256), encodeNull())

const encodeName = ({ commonName, serialNumber }: RequestedSubject): Uint8Array =>
  encodeSequence(encodePart(OID.subjectSerialNumber, serialNumber), encodePart(OID.commonName, commonName))

/** serialNumber is a PrintableString; what does not fit into one is written as UTF-8. */
function encodePart(type: string, text: string): Uint8Array {
  const cut = [...text].slice(0, MAX_NAME).join('')
  const tag = type === OID.subjectSerialNumber && PRINTABLE.test(cut) ? 0x13 : 0x0c
  return encodeSetOf([encodeSequence(encodeOid(type), encodeElement(tag, Buffer.from(cut, 'utf8')))])
}

const encodeBits = (octets: Uint8Array): Uint8Array => encodeElement(0x03, Uint8Array.of(0), octets)
