/**
 * Builds the CMS that goes into /Contents: SignedData, detached, one signer, the whole chain.
 *
 * The signed attributes are stored as [0] IMPLICIT, but are signed as a SET: only their first octet differs. They are
 * copied, never encoded again, so the bytes stay those that were signed.
 *
 * RFC 5652 §5, ETSI EN 319 142-1 §6.3, RFC 3161 appendix A.
 */
import { readCertificate } from '../certificates/read-certificate.ts'
import {
  concatBytes,
  encodeElement,
  encodeExplicit,
  encodeOctetString,
  encodeOid,
  encodeSequence,
  encodeSetOf,
  encodeUnsignedInteger,
} from '../der/der-writer.ts'
import { OID } from '../der/object-identifiers.ts'

/** Everything in the CMS, as DER; algorithm identifiers are whole elements. */
export interface SignedDataParts {
  readonly digestAlgorithm: Uint8Array
  readonly signatureAlgorithm: Uint8Array
  /** Tag SET OF, as signed. */
  readonly signedAttributes: Uint8Array
  readonly signature: Uint8Array
  readonly certificate: Uint8Array
  /** Certificates to embed besides the signer's; repetitions are dropped. */
  readonly chain: readonly Uint8Array[]
  /** Whole Attribute elements. */
  readonly unsignedAttributes: readonly Uint8Array[]
}

/** ContentInfo with a detached SignedData. */
export function buildSignedData(parts: SignedDataParts): Uint8Array {
  const signedData = encodeSequence(
    encodeUnsignedInteger(1),
    encodeSetOf([parts.digestAlgorithm]),
    encodeSequence(encodeOid(OID.data)),
    encodeSetOf(withoutRepetitions([parts.certificate, ...parts.chain]), 0xa0),
    encodeSetOf([buildSignerInfo(parts)]),
  )
  return encodeSequence(encodeOid(OID.signedData), encodeExplicit(0, signedData))
}

function buildSignerInfo(parts: SignedDataParts): Uint8Array {
  const { issuer, serialNumber } = readCertificate(parts.certificate)
  const implicitAttributes = concatBytes([Uint8Array.of(0xa0), parts.signedAttributes.subarray(1)])
  const unsigned = parts.unsignedAttributes.length > 0 ? [encodeSetOf(parts.unsignedAttributes, 0xa1)] : []
  return encodeSequence(
    encodeUnsignedInteger(1),
    encodeSequence(issuer, serialNumber),
    parts.digestAlgorithm,
    implicitAttributes,
    parts.signatureAlgorithm,
    encodeOctetString(parts.signature),
    ...unsigned,
  )
}

function withoutRepetitions(certificates: readonly Uint8Array[]): Uint8Array[] {
  return [...new Map(certificates.map((der) => [Buffer.from(der).toString('base64'), der])).values()]
}

/** Unsigned attribute that carries a timestamp token over the signature value. */
export const buildSignatureTimestampAttribute = (token: Uint8Array): Uint8Array =>
  encodeSequence(encodeOid(OID.signatureTimeStamp), encodeElement(0x31, token))
