import { queryClient } from '../api/query-client.ts'
import { queryKeys } from '../api/query-keys.ts'

/** Runs that a dialog of this page shows by itself: the list behind it says nothing of them. */
const followed = new Set<string>()

export const isFollowed = (runGuid: string): boolean => followed.has(runGuid)

export function followRun(runGuid: string): void {
  followed.add(runGuid)
}

/** Nobody shows the run any more: the list tells how it goes on. */
export function handOverRun(runGuid: string): void {
  followed.delete(runGuid)
  void queryClient.invalidateQueries({ queryKey: queryKeys.signingRuns })
}
