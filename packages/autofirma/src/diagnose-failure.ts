import type { PermissionAnswer } from './surroundings.ts'

/**
 * Why the application cannot be reached.
 *
 * - not-running: it is not installed, was not allowed to start, or is still starting.
 * - network-access-blocked: the browser keeps public pages away from programs of the machine until the person allows
 *   it (Local Network Access).
 * - certificate-not-trusted: it runs, but the browser does not trust the root certificate "Autofirma ROOT".
 * - blocked-by-csp: our own content security policy forbids the address: a fault of the installation.
 * - insecure-context: the page came over plain HTTP, where browsers allow none of this.
 */
export type FailureCause =
  'not-running' | 'network-access-blocked' | 'certificate-not-trusted' | 'blocked-by-csp' | 'insecure-context'

/** certain: the browser said so. likely: the facts fit this cause only. possible: they do not rule it out. */
export type Certainty = 'certain' | 'likely' | 'possible'

export interface Verdict {
  readonly cause: FailureCause
  readonly certainty: Certainty
}

/** One attempt that did not lead to a connection. */
export interface FailedAttempt {
  readonly outcome: 'failed' | 'timed-out' | 'forbidden'
  readonly ms: number
}

export interface FailureFacts {
  readonly failures: readonly FailedAttempt[]
  readonly permission: PermissionAnswer
  readonly isSecureContext: boolean
  readonly isBlockedByPolicy: boolean
}

/** The most probable cause, and then the others that the facts leave open. */
export interface Diagnosis extends Verdict {
  readonly others: readonly Verdict[]
  readonly facts: FailureFacts
}

export function diagnoseFailure(facts: FailureFacts): Diagnosis {
  return { cause: 'not-running', certainty: 'possible', others: [], facts }
}
