import type { X509Certificate } from 'node:crypto'

/**
 * When algorithms must no longer be relied upon, as EN 319 142-1 leaves to ETSI TS 119 312 and the agencies behind it:
 * RSA below 3000 bits ends with 2028. Elliptic curves of 256 bits and more, and longer RSA keys, have no end yet.
 */
const SHORT_RSA_BITS = 3000
const SHORT_RSA_END = new Date('2029-01-01T00:00:00Z')

/** The moment from which a timestamp with these certificates proves nothing any more by itself. */
export function endOfReliance(certificates: readonly X509Certificate[]): Date {
  const ends = certificates.flatMap((certificate) => [new Date(certificate.validTo), ...endOfKey(certificate)])
  return new Date(Math.min(...ends.map((end) => end.getTime())))
}

function endOfKey({ publicKey }: X509Certificate): Date[] {
  const bits = publicKey.asymmetricKeyDetails?.modulusLength
  return bits !== undefined && bits < SHORT_RSA_BITS ? [SHORT_RSA_END] : []
}
