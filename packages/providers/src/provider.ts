import type { AuthenticationType } from '@rubrica/domain'

/**
 * What a dialog may ask for before it signs: a secret of the certificate, or a code that the person is sent or shown.
 */
export type SigningInput = 'pin' | 'code'

/** How the portal gets from the chosen certificate to the sign call, for one way of authentication. */
export interface SigningPlan {
  /** What is typed, in this order; a certificate's own Inputs go before. */
  readonly inputs: readonly SigningInput[]
  /** The server is asked for a code before the dialog asks for it. */
  readonly sendsCode?: boolean
  /**
   * Which call opens a signature session with what was typed, before the first document; it is closed after the last
   * one. Without it, what was typed goes along with each document.
   */
  readonly signatureSession?: 'certificate' | 'remote'
  /** The account's second factor is asked for first: an authenticator, unless there is one only, and its answer. */
  readonly secondFactor?: boolean
}

/** What a person may do with certificates of this type on the certificates screen. */
export type CertificateAction = 'upload' | 'issue' | 'delete' | 'change-pin'

/** One field of the form in which a person authorises their account at the provider. */
export interface LinkField {
  /** Its name in the body of the call. */
  readonly name: 'Username' | 'Password' | 'Domain' | 'Client' | 'Otp' | 'Organization'
  readonly kind: 'text' | 'secret' | 'code'
  readonly optional?: boolean
}

/** How a person authorises their account at the provider, and takes that back. */
export interface LinkManifest {
  readonly fields: readonly LinkField[]
  /** After the credentials comes a second factor: an authenticator, unless there is one only, and its answer. */
  readonly secondFactor?: boolean
  /** The list of certificates can be fetched anew. */
  readonly synchronises?: boolean
  /** Without a status call, listing a certificate means that the account is authorised. */
  readonly hasStatus: boolean
  /** Its calls are those of the remote signature, whose addresses name neither person nor type. */
  readonly isRemoteSignature?: boolean
}

/**
 * The facts of a provider that the portal draws its tab, forms and dialogs from.
 * Plain data without Node code: it is part of the browser bundle.
 */
export interface ProviderManifest {
  /** The wire value of CertType. */
  readonly certType: string
  /** The per-user flag that allows this type. */
  readonly flag: string
  /** A product name, the same in every language. */
  readonly label: string
  /** Place of its tab among the others, smallest first. */
  readonly order: number
  readonly actions: readonly CertificateAction[]
  /** Whether the table shows the distinguished name. */
  readonly showsSubject: boolean
  /** Undefined for keys that the server keeps itself. */
  readonly link?: LinkManifest
  /**
   * `on-demand`: a certificate is made for each signature, so that the type itself is chosen; its table shows those of
   * earlier signatures. `errand`: the provider may send the person to a page of its own in the middle of a signature.
   */
  readonly way?: 'on-demand' | 'errand'
  readonly signing: Readonly<Partial<Record<AuthenticationType, SigningPlan>>>
  /** The member of the sign call's body that carries the PIN: PIN, unless said otherwise. */
  readonly pinMember?: 'PinAuthentication'
  /** Minutes for which a value that it has made may be kept until the document has it; 15 without it. */
  readonly valueMinutes?: number
  /** How many documents one confirmation may sign; a certificate's own limit goes before. */
  readonly maxBatch: number
}
