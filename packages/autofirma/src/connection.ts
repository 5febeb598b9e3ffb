/** What a page may ask of the application on the PC, and what is reported meanwhile. */

/** Where an operation is; reported through `onStage`, in this order, with `waiting-for-window` in between. */
export type AutofirmaStage =
  | { readonly stage: 'launching' }
  /**
   * `round` counts from 1. `nothingOpened` is set for a while after the launch: the application has not come to the
   * front, as far as the page sees, so that a hint to install it is due.
   */
  | {
      readonly stage: 'connecting'
      readonly round: number
      readonly port: number
      readonly nothingOpened: boolean
    }
  | { readonly stage: 'connected' }
  | { readonly stage: 'choosing-certificate' }
  /** `signed` documents of `total` have their signature. */
  | { readonly stage: 'signing'; readonly signed: number; readonly total: number }
  /** Nothing has come for a while: a dialog, or an error, waits in the application's own window. */
  | { readonly stage: 'waiting-for-window' }
  | { readonly stage: 'done' }

/** Bytes to sign, by the name that the answer will give back (letters, digits and hyphens, at most 64). */
export interface LocalDocument {
  readonly id: string
  /** DER SET OF signed attributes; the application hashes it. */
  readonly toBeSigned: Uint8Array
}

export interface LocalSignature {
  /** DER of the certificate with which the application says it signed. */
  readonly certificate: Uint8Array
  /** PKCS#1 value, or the DER of an ECDSA one. */
  readonly signature: Uint8Array
}

/** One per document that was asked for, in the same order. */
export type LocalResult =
  | { readonly id: string; readonly signed: true; readonly signature: Uint8Array }
  /**
   * ERROR: it failed, perhaps with the application's code. SKIPPED: another one's failure stopped it. MISSING: not
   * named.
   */
  | {
      readonly id: string
      readonly signed: false
      readonly why: 'ERROR' | 'SKIPPED' | 'MISSING'
      readonly code?: string
    }

export interface LocalBatch {
  readonly certificate: Uint8Array
  readonly results: readonly LocalResult[]
}

/**
 * A connection to the application; it carries any number of operations, one after the other. All throw AutofirmaError.
 * After CANCELLED, NO_CERTIFICATES, BAD_PARAMETERS and the like the connection can be used again; after ABORTED,
 * TIMED_OUT, ANSWER_INVALID and CONNECTION_LOST it is closed (`isOpen`).
 */
export interface AutofirmaConnection {
  readonly isOpen: boolean
  /** Has the person pick a certificate, which the later operations keep to. @returns its DER */
  chooseCertificate(signal?: AbortSignal): Promise<Uint8Array>
  /** Signs one document, SHA-512 with the key of the chosen certificate. */
  sign(toBeSigned: Uint8Array, signal?: AbortSignal): Promise<LocalSignature>
  /** Signs many with one dialog at most. A document that fails leaves the others as they are. */
  signMany(documents: readonly LocalDocument[], signal?: AbortSignal): Promise<LocalBatch>
  /** Ends the connection, and with it the application. */
  close(): void
}
