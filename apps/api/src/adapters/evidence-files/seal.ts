import type { DataToBeSigned } from '@rubrica/pki'

/** What signs evidence files. */
export interface Seal {
  /** DER. */
  readonly certificate: Uint8Array
  /** DER of the issuers, nearest first. */
  readonly chain: readonly Uint8Array[]
  /** The installation made it, and nobody vouches for it. */
  readonly isSelfMade: boolean
  /**
   * The raw signature over the attributes: RSA as the key's length, ECDSA as DER or r‖s.
   * @throws {SealError}
   */
  readonly sign: (prepared: DataToBeSigned) => Promise<Uint8Array>
}

/**
 * - `settings`: the operator has to change something.
 * - `pin`: the PIN was refused, and asking again with it may lock the key.
 * - `passing`: it may go well the next time.
 */
export type SealErrorReason = 'settings' | 'pin' | 'passing'

export interface SealErrorOptions extends ErrorOptions {
  /** Codes and statuses, for the log. */
  readonly facts?: Readonly<Record<string, unknown>>
}

/** The operator's seal cannot be used; the message is one sentence for the operator, without a secret. */
export class SealError extends Error {
  override readonly name = 'SealError'
  readonly code = 'SEAL_UNUSABLE'
  readonly reason: SealErrorReason
  readonly facts: Readonly<Record<string, unknown>>

  constructor(reason: SealErrorReason, message: string, { facts = {}, ...options }: SealErrorOptions = {}) {
    super(message, options)
    this.reason = reason
    this.facts = facts
  }
}
