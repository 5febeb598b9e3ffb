/**
 * Builds the signed attributes: the bytes that a private key really signs.
 *
 * They bind the document (message-digest) and the certificate (signing-certificate-v2) to the signature. signing-time
 * is absent on purpose: PAdES keeps the claimed time in the signature dictionary. The result is DER and depends on its
 * input alone, so a signature made later, elsewhere, fits the same bytes.
 *
 * ETSI EN 319 142-1 §6.3, RFC 5652 §5.4 and §11, RFC 5035 §3.
 */
import { readCertificate } from '../certificates/read-certificate.ts'
import { encodeExplicit, encodeOctetString, encodeOid, encodeSequence, encodeSetOf } from '../der/der-writer.ts'
import { digestOf } from '../algorithms/digest-algorithms.ts'
import { OID } from '../der/object-identifiers.ts'
import type { DigestAlgorithm } from '../algorithms/algorithms.ts'

export interface SignedAttributesInput {
  /** Digest of the ByteRange's bytes. */
  readonly documentDigest: Uint8Array
  readonly digestAlgorithm: DigestAlgorithm
  /** DER of the signer's certificate. */
  readonly certificate: Uint8Array
}

const DIGEST_LENGTH: Readonly<Record<DigestAlgorithm, number>> = { 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 }

/** One Attribute with one value. */
export const encodeAttribute = (type: string, value: Uint8Array): Uint8Array =>
  encodeSequence(encodeOid(type), encodeSetOf([value]))

/**
 * SigningCertificateV2 that names one certificate by its SHA-256 digest (the default, so the algorithm is not written)
 * and by issuer and serial number.
 */
export function encodeSigningCertificateV2(certificate: Uint8Array): Uint8Array {
  const { issuer, serialNumber } = readCertificate(certificate)
  const issuerSerial = encodeSequence(encodeSequence(encodeExplicit(4, issuer)), serialNumber)
  const certificateId = encodeSequence(encodeOctetString(digestOf('SHA-256', certificate)), issuerSerial)
  return encodeSequence(encodeSequence(certificateId))
}

/**
 * DER of the signed attributes as a SET OF, which is what is hashed and signed.
 * @throws DerError when the certificate cannot be read
 * @throws RangeError when the digest does not have its algorithm's length
 */
export function buildSignedAttributes(input: SignedAttributesInput): Uint8Array {
  if (input.documentDigest.length !== DIGEST_LENGTH[input.digestAlgorithm]) {
    throw new RangeError('The digest does not have the length of its algorithm')
  }
  return encodeSetOf([
    encodeAttribute(OID.contentType, encodeOid(OID.data)),
    encodeAttribute(OID.messageDigest, encodeOctetString(input.documentDigest)),
    encodeAttribute(OID.signingCertificateV2, encodeSigningCertificateV2(input.certificate)),
  ])
}
