import type { Diagnosis } from './diagnose-failure.ts'

/**
 * Why the application on the PC gave nothing.
 *
 * - CANCELLED: the person closed a dialog of the application.
 * - ABORTED: the page gave up (its signal).
 * - NOT_REACHED: no connection; `facts.diagnosis` says which of the causes that look alike it is.
 * - CONNECTION_LOST: the application went away after it had answered.
 * - TIMED_OUT: it runs, and there was no action in its window.
 * - NO_CERTIFICATES: none that is valid and signs.
 * - STORE_LOCKED: its certificates could not be opened (a wrong password).
 * - WRONG_SESSION: another run of it answered.
 * - PEER_REFUSED: it takes connections from this machine only.
 * - UNSUPPORTED_VERSION: it is too old for this protocol.
 * - BAD_PARAMETERS: it understood the request and refuses it.
 * - SIGNING_FAILED: the key did not sign.
 * - OUT_OF_MEMORY: it says that it has no memory left.
 * - BUSY: an operation of this connection is still under way.
 * - CERTIFICATE_CHANGED: the signature came with another certificate than the chosen one.
 * - ANSWER_INVALID: what came is no answer of this protocol.
 * - FAILED: it says an error code that has no meaning here; `facts.code` is that code.
 */
export type AutofirmaErrorCode =
  | 'CANCELLED'
  | 'ABORTED'
  | 'NOT_REACHED'
  | 'CONNECTION_LOST'
  | 'TIMED_OUT'
  | 'NO_CERTIFICATES'
  | 'STORE_LOCKED'
  | 'WRONG_SESSION'
  | 'PEER_REFUSED'
  | 'UNSUPPORTED_VERSION'
  | 'BAD_PARAMETERS'
  | 'SIGNING_FAILED'
  | 'OUT_OF_MEMORY'
  | 'BUSY'
  | 'CERTIFICATE_CHANGED'
  | 'ANSWER_INVALID'
  | 'FAILED'

/** What is known of a failure; never a text of the application's, which may come from any program of the PC. */
export interface AutofirmaFacts {
  /** The application's own code: AF500001, SAF_19, CANCEL… */
  readonly code?: string
  /** Which part of an answer was wrong. */
  readonly part?: string
  readonly diagnosis?: Diagnosis
}

/** A failure on the way to, or in, the application on the person's PC. */
export class AutofirmaError extends Error {
  override readonly name = 'AutofirmaError'
  readonly code: AutofirmaErrorCode
  readonly facts: AutofirmaFacts

  constructor(code: AutofirmaErrorCode, facts: AutofirmaFacts = {}) {
    super(`Autofirma: ${code}${facts.code === undefined ? '' : ` (${facts.code})`}`)
    this.code = code
    this.facts = facts
  }
}
