import type { SigningSteps } from '../../shared/proof/signing-steps.ts'
import { countIn, totalOf, type SigningRun } from '../../shared/signing-runs/signing-run.ts'

const DAY_MS = 24 * 60 * 60_000
/** Its person has stopped it, and knows. */
const BY_ITS_PERSON = 'RUN_STOPPED'

/**
 * How a run that is over ended: everything is signed, some could not be, or it was stopped before, by its person or by
 * the server.
 */
export type RunEnd = 'all' | 'partly' | 'stopped' | 'given-up'

export function endOf(run: SigningRun): RunEnd {
  if (run.State === 'stopped') return run.Code === BY_ITS_PERSON ? 'stopped' : 'given-up'
  return countIn(run, 'signed') === totalOf(run) ? 'all' : 'partly'
}

/** Whether somebody should learn of how it ended who was not there: not everything is signed, and they do not know. */
export function isWorthTelling(run: SigningRun, seen: ReadonlySet<string>, now: number): boolean {
  if (run.EndedAt === null || seen.has(run.RunGUID)) return false
  const end = endOf(run)
  return now - Date.parse(run.EndedAt) < DAY_MS && (end === 'partly' || end === 'given-up')
}

/**
 * What a person is told of on their list: runs that are not over, and bad ends that they do not know. Of one that nobody
 * has authorised there is nothing to tell: its documents stand on the list, and who signs them begins anew.
 */
export function runsToTell(
  runs: readonly SigningRun[],
  { seen, isFollowed, now }: { seen: ReadonlySet<string>; isFollowed: (guid: string) => boolean; now: number },
): readonly SigningRun[] {
  const isLive = (run: SigningRun) => run.EndedAt === null || isWorthTelling(run, seen, now)
  return runs.filter((run) => run.AuthorisedAt !== null && !isFollowed(run.RunGUID) && isLive(run))
}

/**
 * How a run that waits for its person is authorised: with the PIN, by a confirmation alone, or by signing its documents
 * anew, where a code has to be sent or a session to be opened first.
 */
export type WayToAuthorise = 'pin' | 'confirm' | 'anew'

export function wayToAuthorise(steps: SigningSteps | undefined): WayToAuthorise {
  if (steps === undefined) return 'pin'
  const { inputs, sendsCode, signatureSession, secondFactor } = steps
  if (sendsCode || secondFactor || signatureSession !== undefined || inputs.includes('code')) return 'anew'
  return inputs.length > 0 ? 'pin' : 'confirm'
}
