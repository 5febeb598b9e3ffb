/** Signing runs: what their people do with them, and the work on them. */
import { openRunStore } from '../adapters/database/signing-runs/run-store.ts'
import { openRunWork } from '../adapters/database/signing-runs/run-work.ts'
import { workThrough, type Worker } from '../adapters/jobs/work-through.ts'
import type { Precedence } from '../adapters/precedence.ts'
import type { RunStore } from '../modules/signing/runs/ports.ts'
import { takeRuns, workOnRun } from '../modules/signing/runs/work-on-run.ts'
import type { Foundation } from './foundation.ts'
import type { SigningPorts } from './signing.ts'

/** Those of several people go on side by side. */
const MOST_AT_ONCE = 4

export interface RunWorker extends Worker {
  readonly runs: RunStore
  /** Looks at once for what is to be done, where this process works on runs. */
  readonly wakeRuns: () => void
  start(): void
}

/** @param precedence of signatures over what others may wait for */
export function composeRuns(foundation: Foundation, signing: SigningPorts, precedence: Precedence): RunWorker {
  const { database, serverKeys, replica } = foundation
  const log = foundation.log.child({ name: 'signing-runs' })
  const ports = { ...signing, log, work: openRunWork({ database, serverKeys, instance: replica.instance }) }
  const { work } = precedence.over({ work: (run: Parameters<typeof workOnRun>[1]) => workOnRun(ports, run) })
  let worker: Worker | undefined
  const wake = () => worker?.wake()
  return {
    runs: openRunStore(database, serverKeys),
    wakeRuns: wake,
    wake,
    start: () => {
      worker = workThrough({
        take: (most) => takeRuns(ports, most),
        work,
        most: MOST_AT_ONCE,
        log,
        sayings: {
          notTaken: 'Signing runs could not be taken.',
          notDone: 'A signing run was left before its end; it goes on once its hold is over.',
        },
      })
    },
    stop: async () => worker?.stop(),
  }
}
