import { MAX_BATCH } from '@rubrica/contract'
import { handOverRun } from '../../../shared/signing-runs/followed-runs.ts'
import { wait } from '../../../shared/ui/status/wait.ts'
import { outcomeOfRun } from '../run/on-server/outcome-of-run.ts'
import { runCalls } from '../run/on-server/server-run-calls.ts'
import { ServerRun, type ServerRunEnd } from '../run/on-server/server-run.ts'
import { beginLocalRun } from './local-calls.ts'
import type { LocalTask } from './local-task.ts'

const LEFT: ServerRunEnd = { how: 'left', code: null, unsigned: [] }

/** Has the server make values of the PC part of their documents, as a run for which it needs nobody any more. */
export const signOnServer: LocalTask['signOnServer'] = async (given, watch) => {
  if (given.values.size > MAX_BATCH) return null
  const guids = [...given.values.keys()]
  let begun: string | undefined
  const begin = async (key: string) => {
    const run = await beginLocalRun(given, key)
    begun = run.RunGUID
    return run
  }
  try {
    return outcomeOfRun(guids, await new ServerRun(runCalls(begin), wait).follow({}, watch))
  } catch {
    // What has not begun is sent document by document, where each answer says what is wrong.
    if (begun === undefined) return null
    handOverRun(begun)
    return outcomeOfRun(guids, LEFT)
  }
}
