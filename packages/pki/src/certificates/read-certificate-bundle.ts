/**
 * Reads the certificates that an authority hands out: CMS SignedData without content and without signers.
 *
 * Order means nothing in it, and it may hold certificates of any subject.
 *
 * RFC 5652 §5.1 and §10.2.3, RFC 7030 §4.1.3 and §4.2.3.
 */
import { childrenOf, DerCursor, DerError, oidOf, onlyChild, readDer, TAG } from '../der/der-reader.ts'
import { OID } from '../der/object-identifiers.ts'
import { readCertificate } from './read-certificate.ts'

/** @returns the DER of each certificate; none when the bytes are something else or a certificate cannot be read */
export function readCertificateBundle(bytes: Uint8Array): Uint8Array[] {
  try {
    const contentInfo = new DerCursor(readDer(bytes, TAG.sequence))
    if (oidOf(contentInfo.take(TAG.oid)) !== OID.signedData) return []
    const signedData = new DerCursor(onlyChild(contentInfo.take(0xa0), TAG.sequence))
    signedData.take(TAG.integer)
    signedData.take(TAG.set)
    signedData.take(TAG.sequence)
    return childrenOf(signedData.take(0xa0)).map((certificate) => readCertificate(certificate.bytes).der)
  } catch (error) {
    if (error instanceof DerError) return []
    throw error
  }
}
