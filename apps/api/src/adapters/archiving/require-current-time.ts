import { ArchiveProblem } from '../../modules/archiving/ports.ts'

/** Clocks differ, by hours when somebody set one wrongly. */
const MOST_MS = 60 * 60_000

/**
 * An archive timestamp proves a time: one of another time, signed as it should be, would be kept for years and prove
 * something else.
 * @throws {ArchiveProblem} TIMESTAMP_WRONG_TIME: the authority's clock is wrong, or ours
 */
export function requireCurrentTime(time: Date, now: Date): void {
  if (Math.abs(time.getTime() - now.getTime()) <= MOST_MS) return
  throw new ArchiveProblem('TIMESTAMP_WRONG_TIME', {
    facts: { time: time.toISOString(), serverTime: now.toISOString() },
  })
}
