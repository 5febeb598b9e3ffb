import type { ArchiveOutcome, ArchiveProblem, ArchiveTask } from './ports.ts'

/** How often, and with which pauses, what failed is tried again. */
export interface RetryPolicy {
  /** Before the second try; it doubles each time, up to a day. */
  readonly firstPauseMs: number
  readonly tries: number
}

const DAY_MS = 24 * 60 * 60_000

/** What becomes of a task that met a problem: another try, or a visible end. */
export function planNextTry(
  task: Pick<ArchiveTask, 'tries' | 'isCompleted' | 'renewAt'>,
  problem: Pick<ArchiveProblem, 'code' | 'facts' | 'isFinal'>,
  { policy, at }: { policy: RetryPolicy; at: Date },
): ArchiveOutcome {
  const tries = task.tries + 1
  const result = { reason: problem.code, cause: problem.facts, tries, renewAt: task.renewAt, at }
  if (problem.isFinal || tries >= policy.tries) {
    // While others have yet to sign, the end is not there yet: the last signature brings new tries.
    return { ...result, state: task.isCompleted ? 'failed' : 'none', dueAt: null }
  }
  const pause = Math.min(DAY_MS, policy.firstPauseMs * 2 ** task.tries)
  return { ...result, state: task.isCompleted ? 'waiting' : 'none', dueAt: new Date(at.getTime() + pause) }
}
