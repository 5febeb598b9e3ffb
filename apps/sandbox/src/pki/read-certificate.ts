import { createHash, createPublicKey, X509Certificate } from 'node:crypto'
import { expectTag, readBitString, readDer, readSequence, TAG, type DerNode } from '../der/read-der.ts'

/** What the sandbox needs to know of a certificate that it issued. Byte fields are DER unless said otherwise. */
export interface CertificateFacts {
  readonly certificate: Uint8Array
  /** Serial number in lower-case hexadecimal, an even number of digits. */
  readonly serial: string
  readonly issuerName: Uint8Array
  readonly subjectName: Uint8Array
  /** SHA-1 of the public key's bits, RFC 5280 4.2.1.2 (1): a name for the key, not a protection. */
  readonly keyIdentifier: Uint8Array
  /** The public key's bits alone, as OCSP requests hash them. */
  readonly publicKeyBits: Uint8Array
  readonly notAfter: Date
}

/** Reads a certificate. Throws DerError. */
export function readCertificate(certificate: Uint8Array): CertificateFacts {
  const [tbs] = readSequence(readDer(certificate))
  const [, serial, , issuer, , subject, publicKeyInfo] = readSequence(tbs)
  const publicKeyBits = readPublicKeyBits(publicKeyInfo)
  return {
    certificate,
    serial: formatSerial(expectTag(serial, TAG.integer).content),
    issuerName: expectTag(issuer, TAG.sequence).raw,
    subjectName: expectTag(subject, TAG.sequence).raw,
    keyIdentifier: keyIdentifierOf(publicKeyBits),
    publicKeyBits,
    notAfter: new Date(new X509Certificate(certificate).validTo),
  }
}

/** The bits of a SubjectPublicKeyInfo. Throws DerError, or node's error when there is no such key. */
export function readPublicKeyBits(publicKeyInfo: DerNode | undefined): Uint8Array {
  const { raw } = expectTag(publicKeyInfo, TAG.sequence)
  createPublicKey({ key: Buffer.from(raw), format: 'der', type: 'spki' })
  return readBitString(readSequence(publicKeyInfo)[1])
}

export const keyIdentifierOf = (publicKeyBits: Uint8Array): Uint8Array =>
  createHash('sha1').update(publicKeyBits).digest()

/** Hexadecimal form of a serial number's octets, without the octet that only keeps it positive. */
export function formatSerial(octets: Uint8Array): string {
  const hex = Buffer.from(octets)
    .toString('hex')
    .replace(/^(00)+(?=..)/, '')
  return hex
}
