/**
 * What the outside of an OCSP answer tells: whether the responder answers at all, and which certificates it sends along.
 *
 * Difficulty: low. Whether the answer holds is path validation's question. RFC 6960 §4.2.1.
 */
import { type CertificateParts, readCertificate } from '../certificates/read-certificate.ts'
import { childrenOf, DerCursor, DerError, octetsOf, oidOf, onlyChild, readDer, TAG } from '../cms/der-reader.ts'
import { OID } from '../cms/object-identifiers.ts'

export interface OcspEnvelope {
  /** OCSPResponseStatus; 0 is an answer, everything else a refusal. */
  readonly status: number
  /** The responder's own among them, when it is a delegate. */
  readonly certificates: readonly CertificateParts[]
}

const ENUMERATED = 0x0a

/** Null when it is no OCSPResponse with a basic answer or a refusal. */
export function readOcspEnvelope(bytes: Uint8Array): OcspEnvelope | null {
  try {
    const response = new DerCursor(readDer(bytes, TAG.sequence))
    const status = response.take(ENUMERATED).content[0] ?? 1
    if (status !== 0) return { status, certificates: [] }
    const typed = new DerCursor(onlyChild(response.take(0xa0), TAG.sequence))
    if (oidOf(typed.take(TAG.oid)) !== OID.ocspBasic) return null
    const basic = new DerCursor(readDer(octetsOf(typed.take(TAG.octetString)), TAG.sequence))
    basic.take(TAG.sequence)
    basic.take(TAG.sequence)
    basic.take(TAG.bitString)
    const list = basic.takeIf(0xa0)
    const certificates = list ? childrenOf(onlyChild(list, TAG.sequence)).map((one) => readCertificate(one.bytes)) : []
    return { status, certificates }
  } catch (error) {
    if (error instanceof DerError) return null
    throw error
  }
}
