import { readFocus, type FocusChange } from './read-focus.ts'
import type { PermissionAnswer } from './surroundings.ts'

/**
 * Why the application cannot be reached. A browser reports to a page only that a socket failed, so the causes are
 * separated by elimination: first what the browser does report (its own policy, its permission), then what the person
 * or the clock gave away.
 */

/**
 * - not-running: it is not installed, was not allowed to start, or is still starting.
 * - network-access-blocked: the browser keeps public pages away from programs of the machine until the person allows
 *   it (Local Network Access).
 * - certificate-not-trusted: it runs, but the browser does not trust the root certificate "Autofirma ROOT".
 * - blocked-by-csp: our own content security policy forbids the address: a fault of the installation.
 * - insecure-context: the page came over plain HTTP, where browsers allow none of this.
 */
export type FailureCause =
  'not-running' | 'network-access-blocked' | 'certificate-not-trusted' | 'blocked-by-csp' | 'insecure-context'

/** certain: the browser said so. likely: something speaks for it. possible: nothing speaks against it. */
export type Certainty = 'certain' | 'likely' | 'possible'

export interface Verdict {
  readonly cause: FailureCause
  readonly certainty: Certainty
}

/** One attempt that did not lead to a connection. */
export interface FailedAttempt {
  /** failed: the browser said no more. timed-out: it said nothing. forbidden: it did not even try. */
  readonly outcome: 'failed' | 'timed-out' | 'forbidden'
  readonly ms: number
}

export interface FailureFacts {
  readonly isBlockedByPolicy: boolean
  readonly permission: PermissionAnswer
  /** The page itself comes from this machine, where no permission is needed. */
  readonly isLocalPage: boolean
  readonly isSecureContext: boolean
  /** From the launch on, in their order. */
  readonly focus: readonly FocusChange[]
  /** The attempts of each round, by the place of their port; undefined where that one was left out. */
  readonly rounds: readonly (readonly (FailedAttempt | undefined)[])[]
}

/** The most probable cause, and then the others that the facts leave open. */
export interface Diagnosis extends Verdict {
  readonly others: readonly Verdict[]
  /** Whether the browser's own question may still be open, which keeps it from asking again. */
  readonly mayBeAsking: boolean
  readonly facts: FailureFacts
}

export function diagnoseFailure(facts: FailureFacts): Diagnosis {
  const [first, ...others] = listVerdicts(facts)
  return { ...first, others, mayBeAsking: readFocus(facts.focus) === 'away', facts }
}

type Verdicts = readonly [Verdict, ...Verdict[]]

const certain = (cause: FailureCause): Verdict => ({ cause, certainty: 'certain' })
const likely = (cause: FailureCause): Verdict => ({ cause, certainty: 'likely' })
const possible = (cause: FailureCause): Verdict => ({ cause, certainty: 'possible' })

function listVerdicts(facts: FailureFacts): Verdicts {
  if (facts.isBlockedByPolicy) return [certain('blocked-by-csp')]
  const isGuarded = !facts.isLocalPage && facts.permission !== 'granted'
  if (isGuarded && facts.permission === 'denied') {
    return [certain('network-access-blocked'), possible('not-running'), possible('certificate-not-trusted')]
  }
  const wasAsked = isGuarded && facts.permission === 'prompt' && waitedForPerson(facts)
  if (wasAsked) return [likely('network-access-blocked'), possible('certificate-not-trusted')]
  const guards = isGuarded ? [possible(facts.isSecureContext ? 'network-access-blocked' : 'insecure-context')] : []
  return hasStarted(facts)
    ? [likely('certificate-not-trusted'), ...guards, possible('not-running')]
    : [likely('not-running'), possible('certificate-not-trusted'), ...guards]
}

/** Longer than any port takes to refuse, or a TLS server to be refused. */
const HUMAN_MS = 6000

/** A socket stays as it is while the browser asks the person for permission. */
const waitedForPerson = (facts: FailureFacts): boolean =>
  attemptsOf(facts).some(({ outcome, ms }) => outcome === 'timed-out' || ms >= HUMAN_MS)

const attemptsOf = ({ rounds }: FailureFacts): FailedAttempt[] => rounds.flat().filter((one) => one !== undefined)

/** Half a minute after its start the application ends when it has got no message. */
const LEFT_ALONE_MS = 25_000

/** No attempt takes so long but one that waits for the person. */
const wasAnsweredLate = (facts: FailureFacts): boolean => attemptsOf(facts).some(({ ms }) => ms >= LEFT_ALONE_MS)

function hasStarted(facts: FailureFacts): boolean {
  if (wasAnsweredLate(facts)) return false
  if (readFocus(facts.focus) === 'taken-again') return true
  const whole = facts.rounds.map((round) => round.filter((one) => one !== undefined)).filter(({ length }) => length > 2)
  const outstanding = whole.slice(0, UNHURRIED_ROUNDS).map((round) => findOutstanding(round.map(({ ms }) => ms)))
  const [one = -1] = outstanding
  return outstanding.length === UNHURRIED_ROUNDS && one >= 0 && outstanding.every((place) => place === one)
}

/** Only rounds over all ports can be compared, and later ones are held back by the browser itself, for random times. */
const UNHURRIED_ROUNDS = 2
const CLEARLY = 4
const NOISE_MS = 15
/** Windows tries a port three times before it reports that nothing listens. */
const SLOW_REFUSAL_MS = 1500
const QUICK_MS = 1000

/**
 * The place of the one port that takes another time than the two that refuse, or -1: a TLS server is there, which the
 * browser leaves again.
 */
function findOutstanding(times: readonly number[]): number {
  const [least, middle, most] = [...times].sort((one, other) => one - other)
  if (least === undefined || middle === undefined || most === undefined) return -1
  if (most < QUICK_MS && most >= middle * CLEARLY && most - middle >= NOISE_MS) return times.indexOf(most)
  return least < QUICK_MS && middle >= SLOW_REFUSAL_MS && most <= middle * 1.3 ? times.indexOf(least) : -1
}
