import type { DigestAlgorithm, SignatureScheme } from '../algorithms/algorithms.ts'

/** What the holder of a key is asked to sign, and how. Certificates are DER. */
export interface DataToBeSigned {
  /** DER SET OF Attribute: the bytes that are signed. Empty without a certificate, since they name it. */
  readonly signedAttributes: Uint8Array
  /** Digest of the document with `digestAlgorithm`. */
  readonly documentDigest: Uint8Array
  readonly digestAlgorithm: DigestAlgorithm
  readonly signatureScheme: SignatureScheme
  /** Null when the answer will bring it. */
  readonly certificate: Uint8Array | null
  /** Issuers of the certificate, nearest first, without the certificate itself. */
  readonly chain: readonly Uint8Array[]
  /** Room for the CMS in bytes. */
  readonly contentsSize: number
}
