import type { DigestAlgorithm } from '@rubrica/pki'
import type { AccessMethod, Integrity } from '@rubrica/domain'
import type { PreparedSignature } from '@rubrica/pades'
import type { OnDemandPerson, OnDemandSigner } from '@rubrica/providers/on-demand'
import type { AcceptedDisclaimer } from '../accepted-disclaimer.ts'
import type { ErrandPurpose } from '../errands.ts'
import type { Holder } from '../holder.ts'
import type { Acting } from '../sessions/ports.ts'

/** Providers that make a certificate for one signature. */
export interface OnDemandProviders {
  /** @throws {PortalError} PROVIDER_NOT_CONFIGURED, CERTIFICATE_TYPE_NOT_ALLOWED */
  open(userId: string, certType: string): Promise<OnDemandSigner>
}

export interface OnDemandPeople {
  /** Undefined for people who are no longer there; the phone is null for those who have none. */
  find(userId: string): Promise<(Omit<OnDemandPerson, 'phone'> & { readonly phone: string | null }) | undefined>
}

/** CRLs and OCSP answers that came with a CMS. */
export interface CameAlong {
  readonly crls: readonly Uint8Array[]
  readonly ocsps: readonly Uint8Array[]
}

/** A certificate that was made for one signature. */
export interface MadeCertificate {
  readonly certificate: Uint8Array
  /** Issuers, nearest first. */
  readonly chain: readonly Uint8Array[]
  readonly dn: string
  readonly commonName: string
  readonly serialNumber: string
  readonly notBefore: Date
  readonly notAfter: Date
  readonly keyAlgorithm: string
}

export interface JudgedCms {
  readonly made: MadeCertificate
  /** Its timestamp is of an authority that the server believes. */
  readonly isStamped: boolean
}

export interface CmsJudge {
  /** There is an authority that certificates may be traced back to. */
  readonly isReady: boolean
  /**
   * Whether a CMS is one to rely on: its signature over the digest, its certificate for signing documents, of a trusted
   * authority, valid when it was made and not revoked.
   * @throws {PortalError} PROVIDER_SIGNATURE_REFUSED
   */
  judge(
    cms: Uint8Array,
    signed: { readonly digest: Uint8Array; readonly digestAlgorithm: DigestAlgorithm; readonly cameAlong: CameAlong },
  ): JudgedCms
}

/** What a person is asked to confirm: one document, or the hashes of an application. */
export interface Matter {
  /** Of the document, as the person knows it. */
  readonly fileName?: string
  readonly userId: string
  readonly certType: string
  readonly purpose: Extract<ErrandPurpose, 'sign' | 'hash'>
  readonly signerId: string | null
  readonly documentId: string | null
  readonly baseRevision: number | null
  /** Where there is one request at most for what is asked: its id. */
  readonly id?: string
}

/** What is fixed before the person is asked. Kept with the request, sealed. */
export interface Fixed {
  readonly digests: readonly Uint8Array[]
  readonly digestAlgorithm: DigestAlgorithm
  /** Of a document, as bytes. */
  readonly prepared?: Uint8Array
  /** The time of signing that was fixed in it, ISO 8601: the certificate, made later, has to be valid then. */
  readonly claimedTime?: string
  readonly acceptedIntegrity?: Integrity
  readonly acceptedDisclaimer?: AcceptedDisclaimer
  readonly accessMethod?: AccessMethod
  /** Of an application's hashes: its request, and what leads on from there. */
  readonly grantId?: string
  readonly openedKeyId?: string
}

export interface AskedPerson {
  readonly requestId: string
  /** Null when the person's phone alone asks them. */
  readonly consentUrl: string | null
}

/** What has been confirmed and signed, and not been used yet. */
export interface Consented {
  readonly requestId: string
  readonly matter: Omit<Matter, 'id' | 'fileName'>
  readonly fixed: Fixed
  /** One for each digest. */
  readonly signatures: readonly Uint8Array[]
  readonly cameAlong: CameAlong
  /** Names this try to use it: the same one after a crash, another one after a failure. */
  readonly attemptKey: string
  readonly expiresAt: Date
}

/** A request that has been confirmed and used. */
export interface Followed {
  readonly fixed: Fixed
  /**
   * One for each digest of a person's own hashes; empty when they are part of a document or wait for an application.
   */
  readonly signatures: readonly Uint8Array[]
}

export interface FollowedRequest extends Pick<Matter, 'userId' | 'certType' | 'purpose' | 'signerId'> {
  readonly requestId: string
  /** Nobody waits for the answer: the provider is asked once. */
  readonly once?: boolean
}

/** Requests that people confirm elsewhere. */
export interface Consents {
  /**
   * Asks for signatures, or answers with the request that waits for the same.
   * @param fix called only when nothing waits @throws {PortalError} PHONE_MISSING, what the provider says
   */
  ask(matter: Matter, fix: () => Promise<Fixed>): Promise<AskedPerson>
  /**
   * Finds out whether the person has confirmed, keeps what was signed, and lets `spend` have it: one call at a time,
   * and again until it has worked once.
   * @returns what was fixed, and the signatures where they have gone nowhere else; `spend` is not called when it has
   *   worked in an earlier call
   * @throws {PortalError} TRANSACTION_EXPIRED, CONSENT_PENDING, CONSENT_REFUSED, CONSENT_TIMED_OUT, CONSENT_MISMATCH,
   *   PROVIDER_SIGNATURE_REFUSED, what the provider says, what `spend` throws
   */
  follow(request: FollowedRequest, spend: (consented: Consented) => Promise<void>): Promise<Followed>
}

export interface DocumentWish extends Acting {
  readonly signerId: string
  /** Of the certificate that is yet to be made. */
  readonly certType: string
  readonly acceptChanges: boolean
  /** Digest of the disclaimer that the person has accepted. */
  readonly acceptedDisclaimer?: string
  /** Now, where it is left out. */
  readonly agreedAt?: Date
}

export interface DocumentToSign {
  readonly documentId: string
  readonly fileName: string
  readonly revision: number
  readonly acceptedIntegrity: Integrity | undefined
  readonly acceptedDisclaimer: AcceptedDisclaimer | undefined
  /** Fixes every byte but the CMS, on that revision. */
  readonly prepare: () => Promise<{ readonly prepared: PreparedSignature; readonly claimedTime: Date }>
}

export interface CmsToEmbed extends Acting {
  readonly signerId: string
  readonly certType: string
  readonly prepared: PreparedSignature
  readonly baseRevision: number
  readonly cms: Uint8Array
  readonly judged: JudgedCms
  readonly holder: Holder
  readonly cameAlong: CameAlong
  readonly attemptKey: string
  readonly accessMethod: AccessMethod
  readonly acceptedIntegrity: Integrity | undefined
  readonly acceptedDisclaimer: AcceptedDisclaimer | undefined
}

/** What signing does for a CMS from outside. */
export interface DocumentsOnDemand {
  /**
   * The document, if the person may sign it now with a certificate that is yet to be made.
   * @throws {PortalError} DOCUMENT_NOT_FOUND, DOCUMENT_NO_LONGER_AVAILABLE, READ_ALL_PENDING, DOCUMENT_SUSPICIOUS,
   *   DISCLAIMER_NOT_ACCEPTED, CERTIFICATE_UNUSABLE (the sender demands another one)
   */
  find(wish: DocumentWish): Promise<DocumentToSign>
  /**
   * @throws {PortalError} DOCUMENT_MOVED_ON, DOCUMENT_NO_LONGER_AVAILABLE, TIMESTAMP_UNAVAILABLE and what else may
   * happen
   */
  embed(order: CmsToEmbed): Promise<void>
  /** A prepared signature as bytes, and back. */
  readonly bytesOf: {
    readonly write: (prepared: PreparedSignature) => Uint8Array
    readonly read: (bytes: Uint8Array) => PreparedSignature
  }
}
