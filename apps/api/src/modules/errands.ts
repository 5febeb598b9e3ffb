import { PortalError, type CertificateType } from '@rubrica/domain'

/** How long a person may be away before they begin again. */
export const ERRAND_MS = 10 * 60_000

/** For an errand that is unknown, somebody else's, used, or too old: a caller learns nothing about which. */
export const errandOver = () =>
  new PortalError('TRANSACTION_EXPIRED', 'This operation is over or was used already; begin again')

export const notRecognised = (label: string, cause?: unknown) =>
  new PortalError('TRANSACTION_REFUSED', `${label} does not confirm that you proved there who you are`, { cause })

export type ErrandPurpose = 'sign' | 'hash' | 'authorise' | 'login'
/** `confirmed`: the person is back and has proved themselves. `finishing`: a server is at work on it. */
export type ErrandState = 'awaiting_person' | 'confirmed' | 'finishing' | 'done' | 'failed' | 'expired'
export type WaitsFor = 'consent' | 'second-factor' | 'phone' | 'pin' | 'local-signature'

/** Plain data (JSON): it is sealed before it is kept. */
export type ErrandData = Readonly<Record<string, unknown>>

/** What a person leaves the portal for. It is theirs alone, and good once. */
export interface Errand<D extends ErrandData = ErrandData> {
  readonly id: string
  readonly userId: string
  /** `local` for Autofirma. */
  readonly certType: CertificateType
  readonly purpose: ErrandPurpose
  readonly signerId: string | null
  readonly documentId: string | null
  readonly certificateId: string | null
  readonly baseRevision: number | null
  readonly state: ErrandState
  readonly waitsFor: WaitsFor
  readonly outcomeCode: string | null
  readonly data: D
  readonly createdAt: Date
  readonly expiresAt: Date
}

export interface ErrandChange {
  readonly state: ErrandState
  readonly waitsFor?: WaitsFor
  readonly outcomeCode?: string
  /** With `failed`: what the provider said of it, without a secret, for the audit log. */
  readonly facts?: Readonly<Record<string, string | number | boolean>> | undefined
  /** With `failed`: the attempt to sign that it was used for. What its claim has logged is not logged twice. */
  readonly attemptKey?: string
  readonly data?: ErrandData
  readonly expiresAt?: Date
  /** With `finishing`: until when nobody else takes it over. */
  readonly leaseUntil?: Date
  readonly at: Date
}

export interface ErrandStore {
  /**
   * Keeps a new one. For the same person, type, purpose and signer it takes the place of what still waited, which
   * becomes `failed` with SUPERSEDED. @returns false when the earlier one is just being finished: then nothing is kept
   */
  begin(errand: Omit<Errand, 'outcomeCode'>): Promise<boolean>
  /** Whatever its state. Undefined as well for somebody else's. */
  find(userId: string, id: string): Promise<Errand | undefined>
  /** The one that waits, is confirmed or is being finished, unless its time is over. */
  findLiving(
    key: Pick<Errand, 'userId' | 'certType' | 'purpose'> & { readonly signerId: string },
    at: Date,
  ): Promise<Errand | undefined>
  /**
   * The compare-and-set: changes it if it is in one of these states, and its time is not over; a `finishing` one only
   * once its lease has run out, unless its owner's lease is named. When the signature of a document has `failed`, the
   * document's audit log gets an event in the same transaction.
   * @returns what it is now, or undefined when somebody was faster
   */
  advance(
    id: string,
    from: readonly ErrandState[],
    change: ErrandChange & { readonly ownLease?: Date },
  ): Promise<Errand | undefined>
  /**
   * Ends those whose time is over: `expired`, with an event in the logs of their documents. @returns how many there
   * were
   */
  expire(at: Date): Promise<number>
}

/** Pages of the portal to which providers lead people back: by the configuration, never by what a caller says. */
export interface ReturnPages {
  accountPage(errandId: string): string
  /** The address that is registered with providers of OAuth 2.0, the same for every errand. */
  linked(): string
  /** @param token opaque, good once, and worth nothing without the person's session */
  loggedIn(errandId: string, token: string): string
  signed(errandId: string): string
  /** Says to who has confirmed something in a tab of its own that they may close it. */
  confirmed(): string
}
