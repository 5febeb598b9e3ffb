/** Figures of a history: how long nobody got a signature, and which requests did not go well. */
import { isDone, isRefused, isUndecided } from './clients/answers.ts'
import type { HistoryCall } from './clients/history.ts'
import { groupBy, unique } from './judge/group-by.ts'

/** Milliseconds since 1970. */
export interface Window {
  readonly from: number
  readonly until: number
}

/** The longest time between two acknowledged signatures, one of which may be before the window. */
export function longestPause(history: readonly HistoryCall[], { from, until }: Window): number {
  const moments = history
    .filter((call) => call.op === 'sign' && isDone(call))
    .map(({ ended }) => Number(ended))
    .toSorted((a, b) => a - b)
  const before = moments.findLast((moment) => moment <= from) ?? from
  const within = [before, ...moments.filter((moment) => moment > from && moment <= until), until]
  return Math.max(...within.slice(1).map((moment, index) => moment - within[index]!))
}

export interface RequestFigures {
  /** Requests of which a call was under way in the window. */
  readonly requests: number
  /** Of those: that needed a second call, and that were not done with it either. */
  readonly repeated: number
  readonly notDoneBySecond: number
  /** That were refused, or never answered. */
  readonly failed: number
}

/** @param history of clients who repeat each request under its key until it is decided */
export function countRequests(history: readonly HistoryCall[], { from, until }: Window): RequestFigures {
  const under = history.filter(({ began, ended }) => began <= until && (ended ?? Infinity) >= from)
  const callsOf = groupBy(history, ({ attempt }) => attempt)
  const requests = unique(under.map(({ attempt }) => attempt)).map(callsOf)
  const repeated = requests.filter((calls) => isUndecided(calls[0]!))
  return {
    requests: requests.length,
    repeated: repeated.length,
    notDoneBySecond: repeated.filter((calls) => !calls.slice(0, 2).some(isDone)).length,
    failed: requests.filter((calls) => calls.some(isRefused) || !calls.some(isDone)).length,
  }
}
