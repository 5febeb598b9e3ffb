/**
 * Providers that make a certificate for one signature: the person confirms on a page of theirs, and a complete CMS
 * comes back. The certificate is not known before, so that only the digest of the document is signed.
 */
import type { ConnectorState } from './connector.ts'

/** Whom the certificate is made for. */
export interface OnDemandPerson {
  readonly name: string
  readonly legalId: string
  readonly email: string
  /** E.164, such as +34600000001. */
  readonly phone: string
  /** Language of the person, such as `es`. */
  readonly language: string
}

export interface OnDemandRequest {
  readonly person: OnDemandPerson
  /** Digests of what is signed, all by the same algorithm; the answer has a CMS for each, in this order. */
  readonly digests: readonly Uint8Array[]
  readonly digestAlgorithm: 'SHA-256' | 'SHA-384' | 'SHA-512'
  /** What the person reads before they confirm, in their language. */
  readonly message: string
}

export interface AskedConsent {
  /** The page on which the person confirms; null when none is named, and their phone alone asks them. */
  readonly consentUrl: string | null
  /** What `poll` needs. */
  readonly state: ConnectorState
  /** There when the person has confirmed already. It is not given again, and not checked yet. */
  readonly signed?: SignedOnDemand
}

export interface SignedOnDemand {
  readonly kind: 'signed'
  /** Complete detached CMS, one for each digest; not checked yet. */
  readonly signatures: readonly Uint8Array[]
  /** DER of what says that the certificates are good, for the long-term form. */
  readonly revocation: { readonly crls: readonly Uint8Array[]; readonly ocsps: readonly Uint8Array[] }
}

export type OnDemandOutcome = { readonly kind: 'waiting'; readonly state: ConnectorState } | SignedOnDemand

/** One provider of this family. Every method throws ProviderError and nothing else. */
export interface OnDemandSigner {
  /** Subject of the certificate that would be made, for the person to see. */
  describeSubject(person: OnDemandPerson): string
  /**
   * Asks for signatures, until the provider has named a page, or has had time enough to, or the person has confirmed.
   */
  request(request: OnDemandRequest): Promise<AskedConsent>
  /** Asks once how far the person has come. */
  poll(state: ConnectorState): Promise<OnDemandOutcome>
}
