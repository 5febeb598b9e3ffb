/**
 * Reads the parts of an X.509 certificate that signing depends on.
 *
 * node:crypto's X509Certificate verifies signatures, but does not give the DER of the issuer, the exact serial number
 * or the key usage bits, which CMS and the suitability rules need as they stand in the certificate.
 *
 * RFC 5280 §4.1, §4.2.
 */
import {
  bitsOf,
  DerCursor,
  integerOctetsOf,
  octetsOf,
  oidOf,
  onlyChild,
  readDer,
  TAG,
  timeOf,
} from '../der/der-reader.ts'
import { OID } from '../der/object-identifiers.ts'
import { KeptCertificates } from './kept-certificates.ts'
import { type Extensions, readExtensions } from './read-extensions.ts'

/** A certificate taken apart; byte arrays are views of `der`, which has the octets of the input. */
export interface CertificateParts {
  readonly der: Uint8Array
  /** Whole INTEGER element, as CMS copies it. */
  readonly serialNumber: Uint8Array
  /** DER of the issuer's Name. */
  readonly issuer: Uint8Array
  /** DER of the subject's Name. */
  readonly subject: Uint8Array
  readonly notBefore: Date
  readonly notAfter: Date
  /** DER of SubjectPublicKeyInfo. */
  readonly publicKeyInfo: Uint8Array
  readonly extensions: Extensions
}

const [ISSUER_UNIQUE_ID, SUBJECT_UNIQUE_ID] = [0x81, 0x82]

const kept = new KeptCertificates<CertificateParts>()

/**
 * Takes a certificate apart.
 * @throws DerError when it is not a certificate
 */
export const readCertificate = (der: Uint8Array): CertificateParts => kept.get(der, takeApart)

function takeApart(der: Uint8Array): CertificateParts {
  const certificate = new DerCursor(readDer(der, TAG.sequence))
  const tbs = new DerCursor(certificate.take(TAG.sequence))
  certificate.take(TAG.sequence)
  certificate.take(TAG.bitString)
  certificate.end()
  tbs.takeIf(0xa0)
  const serial = tbs.take(TAG.integer)
  integerOctetsOf(serial)
  const serialNumber = serial.bytes
  tbs.take(TAG.sequence)
  const issuer = tbs.take(TAG.sequence).bytes
  const validity = new DerCursor(tbs.take(TAG.sequence))
  const subject = tbs.take(TAG.sequence).bytes
  const publicKeyInfo = tbs.take(TAG.sequence).bytes
  tbs.takeIf(ISSUER_UNIQUE_ID)
  tbs.takeIf(SUBJECT_UNIQUE_ID)
  const last = tbs.takeIf(0xa3)
  tbs.end()
  return {
    der,
    serialNumber,
    issuer,
    subject,
    notBefore: timeOf(validity.take()),
    notAfter: timeOf(validity.take()),
    publicKeyInfo,
    extensions: readExtensions(last && onlyChild(last, TAG.sequence)),
  }
}

/**
 * Whether basicConstraints marks a certificate authority.
 * @throws DerError when it cannot be read
 */
export function isCertificateAuthority(certificate: CertificateParts): boolean {
  const extension = certificate.extensions.get(OID.basicConstraints)
  if (!extension) return false
  const constraints = new DerCursor(readDer(extension.value, TAG.sequence))
  const isAuthority = constraints.takeFlag()
  constraints.takeIf(TAG.integer)
  constraints.end()
  return isAuthority
}

/** First octet of keyUsage (0x80 digitalSignature, 0x40 nonRepudiation, 0x04 keyCertSign), or null without one. */
export function keyUsageOf(certificate: CertificateParts): number | null {
  const extension = certificate.extensions.get(OID.keyUsage)
  return extension ? (bitsOf(readDer(extension.value))[0] ?? 0) : null
}

/** Purposes of extendedKeyUsage, or null without one. */
export function extendedKeyUsageOf(certificate: CertificateParts): readonly string[] | null {
  const extension = certificate.extensions.get(OID.extendedKeyUsage)
  return extension ? new DerCursor(readDer(extension.value, TAG.sequence)).rest().map(oidOf) : null
}

/** The key identifier of the subject, or null without one. */
export function subjectKeyIdentifierOf(certificate: CertificateParts): Uint8Array | null {
  const extension = certificate.extensions.get(OID.subjectKeyIdentifier)
  return extension ? octetsOf(readDer(extension.value)) : null
}
