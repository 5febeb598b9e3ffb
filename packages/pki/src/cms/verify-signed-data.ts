/**
 * Verifies the cryptography of a SignedData: digest, signature, and the certificate it names.
 *
 * Trust and revocation are checked elsewhere. The attributes are hashed as they were sent: attributes that are not
 * sorted (not DER) are reported here rather than by a validator later.
 *
 * RFC 5652 §5.4 and §5.6, RFC 5035 §5.4.
 */
import { createHash, type KeyObject } from 'node:crypto'
import { parseCertificate } from '../certificates/parse-certificate.ts'
import { readCertificate, subjectKeyIdentifierOf } from '../certificates/read-certificate.ts'
import { childrenOf, DerCursor, DerError, type DerNode, octetsOf, oidOf, readDer, TAG } from '../der/der-reader.ts'
import { encodeSetOf } from '../der/der-writer.ts'
import { hashNameOf } from '../algorithms/digest-algorithms.ts'
import { OID } from '../der/object-identifiers.ts'
import { attributeValue, type SignedDataFacts } from './read-signed-data.ts'
import { digestNameOf, readSignatureAlgorithm, verifySignature } from '../algorithms/signature-algorithms.ts'

/** Why a SignedData is not valid, as words for a log and not for people. */
export type SignedDataFault =
  | 'NO_SIGNING_CERTIFICATE'
  | 'CONTENT_TYPE'
  | 'MESSAGE_DIGEST'
  | 'ATTRIBUTES_NOT_DER'
  | 'SIGNING_CERTIFICATE_ATTRIBUTE'
  | 'SIGNATURE'

/** The embedded certificate that the SignerInfo names, or undefined. */
export function findSignerCertificate(facts: SignedDataFacts): Uint8Array | undefined {
  return facts.certificates.find((der) => {
    const certificate = readCertificate(der)
    if ('keyIdentifier' in facts.signer) {
      const identifier = subjectKeyIdentifierOf(certificate)
      return identifier !== null && equalBytes(identifier, facts.signer.keyIdentifier)
    }
    return (
      equalBytes(certificate.issuer, facts.signer.issuer) &&
      equalBytes(certificate.serialNumber, facts.signer.serialNumber)
    )
  })
}

/**
 * First fault of a SignedData over a content with this digest, or null when there is none.
 * @param contentDigest digests the content with node:crypto's digest of that name
 * @throws DerError when an attribute cannot be read
 */
export function findSignedDataFault(
  facts: SignedDataFacts,
  contentDigest: (hash: string) => Uint8Array,
): SignedDataFault | null {
  const certificate = findSignerCertificate(facts)
  if (!certificate) return 'NO_SIGNING_CERTIFICATE'
  const contentType = attributeValue(facts.signedAttributes, OID.contentType)
  if (!contentType || oidOf(contentType) !== facts.contentType) return 'CONTENT_TYPE'
  const hash = digestNameOf(facts.digestAlgorithm)
  const messageDigest = attributeValue(facts.signedAttributes, OID.messageDigest)
  if (!messageDigest || !equalBytes(octetsOf(messageDigest), contentDigest(hash))) return 'MESSAGE_DIGEST'
  if (!isSortedSet(facts.signedAttributes)) return 'ATTRIBUTES_NOT_DER'
  if (!namesCertificate(facts.signedAttributes, certificate)) return 'SIGNING_CERTIFICATE_ATTRIBUTE'
  const algorithm = readSignatureAlgorithm(facts.signatureAlgorithm, hash)
  const key = publicKeyOf(certificate)
  const signed = { message: facts.signedAttributes, signature: facts.signature }
  return verifySignature(key, algorithm, signed) ? null : 'SIGNATURE'
}

/** A certificate can be read as ASN.1 and still hold a key that node:crypto does not know. */
function publicKeyOf(certificate: Uint8Array): KeyObject {
  try {
    return parseCertificate(certificate).publicKey
  } catch {
    throw new DerError('The key of the certificate cannot be read')
  }
}

function isSortedSet(attributes: Uint8Array): boolean {
  const members = childrenOf(readDer(attributes)).map((member) => member.bytes)
  return equalBytes(encodeSetOf(members), attributes)
}

/** Whether signing-certificate(-v2) is there and its first entry is this certificate. */
function namesCertificate(attributes: Uint8Array, certificate: Uint8Array): boolean {
  const second = attributeValue(attributes, OID.signingCertificateV2)
  const first = attributeValue(attributes, OID.signingCertificate)
  const value = second ?? first
  if (!value) return false
  const entries = new DerCursor(new DerCursor(value, TAG.sequence).take(TAG.sequence))
  return matchesEntry(entries.take(TAG.sequence), certificate, second ? 'sha256' : 'sha1')
}

function matchesEntry(entry: DerNode, certificate: Uint8Array, defaultHash: string): boolean {
  const cursor = new DerCursor(entry)
  const algorithm = cursor.takeIf(TAG.sequence)
  const hash = algorithm ? hashNameOf(oidOf(new DerCursor(algorithm).take(TAG.oid))) : defaultHash
  if (!hash) throw new DerError('The digest algorithm is not known')
  const digest = createHash(hash).update(certificate).digest()
  if (!equalBytes(octetsOf(cursor.take(TAG.octetString)), digest)) return false
  const issuerSerial = cursor.takeIf(TAG.sequence)
  if (!issuerSerial) return true
  const members = new DerCursor(issuerSerial)
  members.take(TAG.sequence)
  return equalBytes(members.take(TAG.integer).bytes, readCertificate(certificate).serialNumber)
}

/** Whether two byte strings are the same. */
export const equalBytes = (left: Uint8Array, right: Uint8Array): boolean => Buffer.compare(left, right) === 0
