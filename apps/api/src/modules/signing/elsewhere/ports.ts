import type { CertificateType } from '@rubrica/domain'
import type { Holder } from '../../holder.ts'
import type { PreparedSignature } from '@rubrica/pades'

export type AwayPurpose = 'sign' | 'hash' | 'authorise' | 'login'
/** `confirmed`: the person is back and has proved themselves. `finishing`: a server is at work on it. */
export type AwayState = 'awaiting_person' | 'confirmed' | 'finishing' | 'done' | 'failed' | 'expired'
export type WaitsFor = 'consent' | 'second-factor' | 'phone' | 'pin' | 'local-signature'

/** Plain data (JSON): it is sealed before it is kept. */
export type AwayData = Readonly<Record<string, unknown>>

/** What a person has gone elsewhere for. It is theirs alone, and good once. */
export interface AwayTransaction<D extends AwayData = AwayData> {
  readonly id: string
  readonly userId: string
  /** `local` for Autofirma. */
  readonly certType: CertificateType
  readonly purpose: AwayPurpose
  readonly signerId: string | null
  readonly documentId: string | null
  readonly certificateId: string | null
  readonly baseRevision: number | null
  readonly state: AwayState
  readonly waitsFor: WaitsFor
  readonly outcomeCode: string | null
  readonly data: D
  readonly createdAt: Date
  readonly expiresAt: Date
}

export interface AwayChange {
  readonly state: AwayState
  readonly waitsFor?: WaitsFor
  readonly outcomeCode?: string
  /** With `failed`: what the provider said of it, without a secret, for the audit log. */
  readonly facts?: Readonly<Record<string, string | number | boolean>> | undefined
  /** With `failed`: the attempt to sign that it was used for. What its claim tells the audit log is not told twice. */
  readonly attemptKey?: string
  readonly data?: AwayData
  readonly expiresAt?: Date
  /** With `finishing`: until when nobody else takes it over. */
  readonly leaseUntil?: Date
  readonly at: Date
}

export interface AwayStore {
  /**
   * Keeps a new one. For the same person, type, purpose and signer it takes the place of what still waited, which
   * becomes `failed` with SUPERSEDED. @returns false when the earlier one is just being finished: then nothing is kept
   */
  begin(transaction: Omit<AwayTransaction, 'outcomeCode'>): Promise<boolean>
  /** Whatever its state. Undefined as well for somebody else's. */
  find(userId: string, id: string): Promise<AwayTransaction | undefined>
  /** The one that waits, is confirmed or is being finished, unless its time is over. */
  findLiving(
    key: Pick<AwayTransaction, 'userId' | 'certType' | 'purpose'> & { readonly signerId: string },
    at: Date,
  ): Promise<AwayTransaction | undefined>
  /**
   * The compare-and-set: changes it if it is in one of these states, and its time is not over; a `finishing` one only
   * once its lease has run out, unless its owner's lease is named. The signature of a document that has `failed` is told
   * the document's audit log in the same transaction.
   * @returns what it is now, or undefined when somebody was faster
   */
  advance(
    id: string,
    from: readonly AwayState[],
    change: AwayChange & { readonly ownLease?: Date },
  ): Promise<AwayTransaction | undefined>
  /** Ends those whose time is over: `expired`, and tells it the logs of their documents. @returns how many there were */
  expire(at: Date): Promise<number>
}

/** Pages of the portal to which providers lead people back: by the configuration, never by what a caller says. */
export interface ReturnPages {
  authorised(transactionId: string): string
  /** The address that is registered with providers of OAuth 2.0, the same for every transaction. */
  linked(): string
  /** @param token opaque, good once, and worth nothing without the person's session */
  loggedIn(transactionId: string, token: string): string
  signed(transactionId: string): string
}

/** Something that should have ended, as operators are told: see `rubrica stuck`. Never a name or a secret. */
export interface StuckTransaction {
  /** Of the transaction, or of the document whose long-term form it is about. */
  readonly id: string
  /** Null where it is not known yet, or makes no difference. */
  readonly certType: CertificateType | null
  readonly purpose: AwayPurpose | 'signature' | 'archive'
  readonly signerId: string | null
  readonly documentId: string | null
  readonly waitsFor: WaitsFor | 'server'
  readonly since: Date
  /** When it should have ended. */
  readonly until: Date
}

/** A certificate whose key is on the person's own PC, with its issuers as far as they are known, the nearest first. */
export interface LocalCertificate {
  readonly certificate: Uint8Array
  readonly chain: readonly Uint8Array[]
}

/** What was prepared, as bytes. */
export interface PreparedBytes {
  write(prepared: PreparedSignature): Uint8Array
  /** Of what `write` has given. */
  read(bytes: Uint8Array): PreparedSignature
}

/** A certificate that was looked at from all sides. */
export interface CheckedCertificate extends LocalCertificate {
  readonly serialNumber: string
}

export interface LocalCertificates {
  /**
   * Reads what a browser sent: base64 of DER, the certificate first, whatever came with it behind semicolons.
   * @throws {PortalError} LOCAL_CERTIFICATE_INVALID
   */
  read(text: string): LocalCertificate
  /**
   * What there is against signing with it at this moment, whoever it belongs to.
   * @throws {PortalError} CERTIFICATE_UNUSABLE (with Reasons)
   */
  requireUsable(certificate: LocalCertificate, at: Date): { readonly serialNumber: string }
  /** Whether it is this person's. */
  findHolder(certificate: LocalCertificate, legalId: string): Holder
  /**
   * Asks its issuers for it, unless they answered a moment ago. Its chain is complete then.
   * @param userId for whom they are asked
   * @throws {PortalError} CERTIFICATE_UNUSABLE (REVOKED), LOCAL_CERTIFICATE_INVALID (Reasons UNTRUSTED),
   *   PROVIDER_UNREACHABLE when nobody says whether it was revoked, RATE_LIMITED after many certificates of one person
   */
  vouch(certificate: LocalCertificate, { userId, at }: { userId: string; at: Date }): Promise<LocalCertificate>
  /** Whether the value is this certificate's over what was prepared. */
  isSignature(prepared: PreparedSignature, value: Uint8Array): boolean
}
