/**
 * Writes the OCSP request for one certificate.
 *
 * SHA-1 names issuer and key, as RFC 5019 §2.1.1 wants it and every responder understands; nothing depends on its
 * strength, since the answer is signed and names the serial number. There is no nonce: large responders sign their
 * answers in advance, and the time of an answer shows how old it is.
 *
 * RFC 6960 §4.1.
 */
import { createHash } from 'node:crypto'
import { type CertificateParts } from '../certificates/read-certificate.ts'
import { bitsOf, DerCursor, readDer, TAG } from '../der/der-reader.ts'
import { encodeNull, encodeOctetString, encodeOid, encodeSequence } from '../der/der-writer.ts'
import { OID } from '../der/object-identifiers.ts'

/** DER of an OCSPRequest. */
export function encodeOcspRequest(certificate: CertificateParts, issuer: CertificateParts): Uint8Array {
  const certificateId = encodeSequence(
    encodeSequence(encodeOid(OID.sha1), encodeNull()),
    encodeOctetString(sha1(issuer.subject)),
    encodeOctetString(sha1(keyBitsOf(issuer))),
    certificate.serialNumber,
  )
  return encodeSequence(encodeSequence(encodeSequence(encodeSequence(certificateId))))
}

/** The key without the algorithm that stands before it. */
function keyBitsOf({ publicKeyInfo }: CertificateParts): Uint8Array {
  const cursor = new DerCursor(readDer(publicKeyInfo, TAG.sequence))
  cursor.take(TAG.sequence)
  return bitsOf(cursor.take(TAG.bitString))
}

const sha1 = (bytes: Uint8Array): Uint8Array => createHash('sha1').update(bytes).digest()
