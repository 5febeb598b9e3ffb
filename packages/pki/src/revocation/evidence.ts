/**
 * What proves that certificates were not revoked: OCSP answers and CRLs, with the certificates they need.
 */

/** All DER. */
export interface Evidence {
  /** Issuers, OCSP responders and CRL issuers. */
  readonly certificates: readonly Uint8Array[]
  /** Whole OCSPResponse values (RFC 6960 §4.2.1). */
  readonly ocsps: readonly Uint8Array[]
  readonly crls: readonly Uint8Array[]
}

export type RevocationStatus =
  | {
      readonly status: 'good'
      readonly source: 'ocsp' | 'crl'
      readonly thisUpdate: Date
      readonly nextUpdate: Date | null
    }
  | { readonly status: 'revoked'; readonly source: 'ocsp' | 'crl'; readonly at: Date; readonly reason: number | null }
  /** No revocation data is needed. */
  | {
      readonly status: 'exempt'
      readonly why: 'ANCHOR' | 'OCSP_NOCHECK' | 'NO_REVOCATION_AVAILABLE' | 'VALIDITY_ASSURED'
    }
  /** No usable evidence; `why` is the reason that came closest. */
  | { readonly status: 'unknown'; readonly why: string }
