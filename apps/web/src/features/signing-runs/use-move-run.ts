import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { useReportFailure } from '../../shared/failures/use-report-failure.ts'
import type { SigningRun } from '../../shared/signing-runs/signing-run.ts'
import { runKey } from './run-queries.ts'

type To = Parameters<typeof api.moveRun>[0]['body']['To']

/** Takes over what the server says of a run, before anybody asks for it again. */
export function useKeepRun(): (run: SigningRun) => Promise<void> {
  const client = useQueryClient()
  return async (run) => {
    // An answer on its way is older.
    await client.cancelQueries({ queryKey: runKey(run.RunGUID) })
    client.setQueryData(runKey(run.RunGUID), run)
    await client.invalidateQueries({ queryKey: runKey(run.RunGUID) })
  }
}

/** Pauses a run, lets it go on or stops it. A refusal mostly means that it has moved by itself: it is asked for anew. */
export function useMoveRun(runGuid: string, onMoved?: () => void) {
  const client = useQueryClient()
  const keep = useKeepRun()
  const reportFailure = useReportFailure()
  const moving = useMutation({
    mutationFn: (To: To) => api.moveRun({ params: { runGuid }, body: { To } }),
    onSuccess: (run) => {
      onMoved?.()
      return keep(run)
    },
    onError: (error) => {
      reportFailure(error)
      void client.invalidateQueries({ queryKey: runKey(runGuid) })
    },
  })
  return { move: moving.mutate, moving: moving.isPending ? moving.variables : null }
}
