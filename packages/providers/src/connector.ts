/**
 * What every provider that signs elsewhere gives the server: accounts that are linked, certificates that are listed,
 * and raw signatures over attributes that the server has fixed before. The order is always the same: the certificate is
 * known, everything that is to be signed is known, then the person authorises, then the provider signs.
 */
import type { SigningInput } from './provider.ts'

/** Plain data (JSON) that only the connector understands. The server seals it before it is kept anywhere. */
export type ConnectorState = Readonly<Record<string, unknown>>

/** A person's account at the provider. */
export interface Account {
  readonly state: ConnectorState
  /**
   * Replaces the kept state, for tokens that change as they are used. `replaced` is the state that was exchanged for
   * it, where another call has led to that one since this account was read.
   */
  readonly keep: (state: ConnectorState, replaced?: ConnectorState) => Promise<void>
}

export interface Authenticator {
  readonly id: string
  /** As the provider calls it. */
  readonly name: string
}

/** How far a person has come with their account. */
export type LinkOutcome =
  /** `label` says which account it is, such as the user name: shown to its owner. */
  | { readonly kind: 'linked'; readonly state: ConnectorState; readonly label: string }
  /** The person chooses how to prove who they are; `state` is what `continueLink` needs. */
  | { readonly kind: 'choose'; readonly authenticators: readonly Authenticator[]; readonly state: ConnectorState }
  /** The person answers a challenge; `hint` is what it asks, such as the number of a code on a card. */
  | { readonly kind: 'challenge'; readonly hint?: string; readonly state: ConnectorState }
  /** The person goes on at this page of the provider, which leads back to the portal; then `continueLink` is asked. */
  | { readonly kind: 'redirect'; readonly url: string; readonly state: ConnectorState }

/** What a person says in a further step of `link`. */
export type LinkAnswer =
  | { readonly authenticator: string }
  | { readonly challenge: string }
  /** They are back from the provider's page; `code` is the authorization code of OAuth 2.0, where it gave one. */
  | { readonly returned: true; readonly code?: string }

/** For providers that send the person on an errand. */
export interface ReturnWay {
  /** Address of the portal that the provider leads back to; it names the errand, and holds no secret. */
  readonly returnUrl: string
}

/** The same while an account is linked. */
export interface LinkWay extends ReturnWay {
  /** For OAuth 2.0: the one address that is registered there, and the errand, which goes along as `state`. */
  readonly redirectUri: string
  readonly errandId: string
}

/** A certificate whose key the provider keeps. */
export interface RemoteCertificate {
  /** How the provider calls it: a credential ID, a label, a thumbprint. */
  readonly ref: string
  readonly alias: string
  /** DER, the signer's first. */
  readonly chain: readonly Uint8Array[]
  readonly authenticationType: 'PIN' | 'SMS' | 'APP' | 'OTP'
  /** Whether the key has a PIN. */
  readonly pinRequired: boolean
  /** What has to be typed, in this order; nothing for a certificate that signs after a confirmation. */
  readonly inputs: readonly SigningInput[]
  readonly qualified: boolean
  /** Signatures that one signature session may cover; null when the provider sets no limit. */
  readonly maxDocuments: number | null
  /** SCAL2: a signature session names the digests that it covers (EN 419 241-1). */
  readonly scal: '1' | '2'
  /** False for what the provider has disabled, suspended or revoked: it is listed, and does not sign. */
  readonly enabled: boolean
}

/** One thing to be signed. */
export interface ToBeSigned {
  /** DER SET OF the signed attributes (RFC 5652 §5.4); nothing where only the digest is known. */
  readonly attributes: Uint8Array
  /** Digest of the attributes. */
  readonly digest: Uint8Array
  readonly digestAlgorithm: 'SHA-256' | 'SHA-384' | 'SHA-512'
}

/** Everything about the key that a signing call needs. */
export interface KeyReference {
  readonly ref: string
  /** DER of the signer's certificate. */
  readonly certificate: Uint8Array
  readonly maxDocuments: number | null
  readonly scal: '1' | '2'
}

export interface Inputs {
  readonly pin?: string
  readonly code?: string
}

export interface CodeRequest {
  readonly key: KeyReference
  /** Signatures that the code shall serve. */
  readonly uses: number
  readonly items: readonly ToBeSigned[]
}

export interface SignatureSessionRequest extends CodeRequest {
  readonly inputs: Inputs
  /** What the person reads on their phone, in their language. */
  readonly description: string
  /** For providers that send the person on an errand. */
  readonly way?: ReturnWay
}

export type SignatureSessionOutcome =
  | { readonly kind: 'open'; readonly state: ConnectorState; readonly expiresAt: Date }
  /** The person has yet to accept on their phone; `continueSignatureSession` asks again. */
  | { readonly kind: 'waiting'; readonly state: ConnectorState }
  /** The person goes on at this page of the provider; back from there, `continueSignatureSession` is asked. */
  | { readonly kind: 'redirect'; readonly url: string; readonly state: ConnectorState }

export interface SignRequest {
  readonly key: KeyReference
  readonly item: ToBeSigned
  readonly inputs: Inputs
  /** State of the open signature session, for those that have one. */
  readonly signatureSession?: {
    readonly state: ConnectorState
    readonly keep: (state: ConnectorState) => Promise<void>
  }
}

/**
 * One provider. Every method throws ProviderError and nothing else. Passwords, PINs and codes are used and forgotten,
 * except where each call of the provider's protocol carries them: then they are in the account's state.
 */
export interface Connector {
  /** Whether it signs what only the digest is known of: what other applications have hashed. */
  readonly signsDigests?: boolean
  /** The person logs in on the provider's page: `link` needs none of the manifest's fields. */
  readonly logsInThere?: boolean
  /** Begins to link an account with what the person typed into the manifest's fields. */
  link(fields: Readonly<Record<string, string>>, way?: LinkWay): Promise<LinkOutcome>
  /** Goes on after a choice or a challenge. */
  continueLink?(state: ConnectorState, answer: LinkAnswer): Promise<LinkOutcome>
  /** Proves again who the person is, for an account whose proof has run out. */
  relink?(account: Account, way?: ReturnWay): Promise<LinkOutcome>
  /** Reports to the provider that the account is no longer used, where its protocol has a call for that. */
  unlink?(account: Account): Promise<void>
  /** Whether the account still works. */
  check(account: Account): Promise<boolean>
  listCertificates(account: Account): Promise<readonly RemoteCertificate[]>
  /** Has the provider send a code. `alsoNeedsPin` says that the signature will need the PIN besides. */
  requestCode?(
    account: Account,
    request: CodeRequest,
  ): Promise<{ readonly alsoNeedsPin: boolean; readonly sentTo: string }>
  openSignatureSession?(account: Account, request: SignatureSessionRequest): Promise<SignatureSessionOutcome>
  continueSignatureSession?(account: Account, state: ConnectorState): Promise<SignatureSessionOutcome>
  closeSignatureSession?(account: Account, state: ConnectorState): Promise<void>
  /** @returns the raw signature over the attributes: RSA as the key's length, ECDSA as DER. */
  sign(account: Account, request: SignRequest): Promise<Uint8Array>
}

export type ProviderErrorCode =
  | 'login-invalid'
  | 'wrong-pin'
  | 'pin-locked'
  | 'wrong-code'
  /** One of the two, and the provider does not say which. */
  | 'wrong-code-or-pin'
  | 'code-expired'
  | 'code-required'
  | 'not-authorised'
  | 'certificate-not-found'
  | 'certificate-unusable'
  | 'cancelled'
  | 'session-expired'
  | 'digest-not-authorised'
  /** The person was too late. */
  | 'consent-timed-out'
  /** Somebody else confirmed than the one who was asked. */
  | 'consent-mismatch'
  | 'batch-too-large'
  | 'unreachable'
  | 'timeout'
  | 'failed'
  /** What came is no signature of the announced certificate over what was to be signed. */
  | 'signature-refused'
  /** The request was sent and no whole answer came: the provider may have signed. It is never sent again by itself. */
  | 'answer-lost'

export interface ProviderErrorOptions extends ErrorOptions {
  readonly facts?: Readonly<Record<string, string | number | boolean>>
}

/** What went wrong at a provider. The message may be shown to people: it never holds a secret. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly code: ProviderErrorCode
  /** Codes and statuses of the provider's answer, for the log. */
  readonly facts: Readonly<Record<string, string | number | boolean>>

  constructor(code: ProviderErrorCode, message: string, options: ProviderErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.facts = options.facts ?? {}
  }
}
