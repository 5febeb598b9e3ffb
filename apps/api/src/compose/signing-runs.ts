/** Signing runs: what their people do with them, and the work on them. */
import { confirmItems } from '../adapters/database/signing-runs/confirm-items.ts'
import { openRunStore } from '../adapters/database/signing-runs/run-store.ts'
import { openRunWork } from '../adapters/database/signing-runs/run-work.ts'
import type { NotifyPeople } from '../adapters/jobs/notify-people.ts'
import { openReceiptPages } from '../adapters/receipts/write-receipt-pages.ts'
import { watchSignatures } from '../adapters/metrics/watch-signatures.ts'
import { workThrough, type Worker } from '../adapters/jobs/work-through.ts'
import type { Precedence } from '../adapters/precedence.ts'
import type { RunPorts } from '../http/routes/signing-runs.ts'
import type { WorkedOn } from '../modules/signing/runs/ports.ts'
import {
  completeLocalSignature,
  type CompleteLocalSignature,
} from '../modules/signing/elsewhere/complete-local-signature.ts'
import { takeRuns, workOnRun } from '../modules/signing/runs/work-on-run.ts'
import { composeConfirmations, type ConfirmationParts } from './confirmations.ts'
import { cataloguesFolder } from './built-files.ts'
import type { Foundation } from './foundation.ts'
import { composeLocalSigning } from './local-signing.ts'

/** Those of several people go on side by side. */
const MOST_AT_ONCE = 4
const VALUE_MINUTES = 15
/** Who waits for people and their providers keeps no values waiting. */
const WORKED_ON: readonly WorkedOn[] = [['preparing', 'finishing'], ['confirming']]
const NOT_DONE = 'A signing run was left before its end; it goes on once its hold is over.'

export interface RunWorker extends Worker {
  readonly ports: RunPorts
  /** What signs with the application on a person's PC, in runs and in calls. */
  readonly local: CompleteLocalSignature
  start(): void
}

type RunParts = ConfirmationParts & { readonly notify: Pick<NotifyPeople, 'run'> }

/** @param precedence of signatures over what others may wait for */
export function composeRuns(foundation: Foundation, parts: RunParts, precedence: Precedence): RunWorker {
  const { trusted, signing, notify } = parts
  const { database, serverKeys, replica } = foundation
  const log = foundation.log.child({ name: 'signing-runs' })
  const begun = new Set<Promise<void>>()
  let workers: readonly Worker[] = []
  let isClosing = false
  const wake = () => workers.forEach((worker) => worker.wake())
  const { first } = precedence.over({ first: (work: () => Promise<void>) => work() })
  const goOn = (work: Promise<void>) => {
    const going = first(() => work)
      .catch((err: unknown) => log.warn({ err }, NOT_DONE))
      .finally(() => {
        begun.delete(going)
        wake()
      })
    begun.add(going)
  }
  const local = composeLocalSigning(foundation, trusted, signing)
  const watched = watchSignatures({ metrics: foundation.metrics, reach: signing.reach })
  const ports: RunPorts = {
    valueLifeMs: (type) => (foundation.providers.find(type)?.manifest.valueMinutes ?? VALUE_MINUTES) * 60_000,
    watched: (sign) => watched('run', sign),
    completeLocally: (order, reach) => completeLocalSignature({ ...local, reach }, order),
    ...composeConfirmations(foundation, parts),
    ...{ ...local, ...signing, log, goOn, wakeRuns: wake, isClosing: () => isClosing },
    runs: openRunStore(database, serverKeys),
    receiptPages: openReceiptPages({
      ...{ defaultLanguage: foundation.config.portal.defaultLanguage, catalogues: cataloguesFolder },
    }),
    work: openRunWork({ database, serverKeys, instance: replica.instance, tellByMail: notify.run }),
    confirming: confirmItems({ database, tellByMail: notify.run }),
  }
  return {
    ...{ ports, local, wake },
    start: () => {
      workers = WORKED_ON.map((states) =>
        workThrough({
          take: (most) => takeRuns(ports, most, states),
          work: (run) => first(() => workOnRun(ports, run)),
          most: MOST_AT_ONCE,
          log,
          sayings: { notTaken: 'Signing runs could not be taken.', notDone: NOT_DONE },
        }),
      )
    },
    stop: async () => {
      isClosing = true
      await Promise.all([...workers.map((worker) => worker.stop()), ...begun])
    },
  }
}
