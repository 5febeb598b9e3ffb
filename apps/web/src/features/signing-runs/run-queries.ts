import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { hasNoSuchCall } from '../../shared/api/has-no-such-call.ts'
import { queryKeys } from '../../shared/api/query-keys.ts'
import { isMoving, type SigningRun } from '../../shared/signing-runs/signing-run.ts'

/** A run that works is looked at so often; one that waits can be moved from another browser alone. */
const WORKING_MS = 1000
const WAITING_MS = 10_000

async function fetchRuns(signal: AbortSignal): Promise<SigningRun[]> {
  try {
    return await api.listRuns({ signal })
  } catch (error) {
    if (hasNoSuchCall(error)) return []
    throw error
  }
}

/**
 * The runs of the person. Asked for once when the list opens, and when somebody comes back to it: how far each is, it
 * is asked by itself, since to count the documents of all of them costs the server more.
 */
export const useRuns = (): readonly SigningRun[] | undefined =>
  useQuery({
    queryKey: [...queryKeys.signingRuns, 'list'],
    queryFn: ({ signal }) => fetchRuns(signal),
    staleTime: 0,
    refetchOnWindowFocus: true,
  }).data

export const runKey = (runGuid: string) => [...queryKeys.signingRuns, 'one', runGuid]

/** One run, as long as it is not over again and again. */
export const runQuery = (runGuid: string) =>
  queryOptions({
    queryKey: runKey(runGuid),
    queryFn: ({ signal }): Promise<SigningRun> => api.showRun({ params: { runGuid }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      if (!data || data.EndedAt !== null) return false
      return isMoving(data) ? WORKING_MS : WAITING_MS
    },
  })
