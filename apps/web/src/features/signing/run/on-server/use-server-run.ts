import { useEffect, useState } from 'react'
import { hasNoSuchCall } from '../../../../shared/api/has-no-such-call.ts'
import { rememberUsed } from '../../../../shared/subject/last-used.ts'
import { wait } from '../../../../shared/ui/status/wait.ts'
import type { FixedBatch } from '../../authorisation/fixed-documents.ts'
import { failureScope } from '../failure-scope.ts'
import { NOTHING_DONE, type BatchOutcome } from '../run-batch.ts'
import { outcomeOfRun } from './outcome-of-run.ts'
import { serverRunCalls, signsOnServer, type ServerRunOrder } from './server-run-calls.ts'
import { ServerRun, type ServerRunWatch, type TypedForRun } from './server-run.ts'

export interface RunOnServer extends ServerRunOrder {
  readonly typed: TypedForRun
}

/** Runs of the server that a dialog begins. */
export interface ServerRuns {
  /**
   * Has the server prepare the documents, to be authorised as one batch.
   * @throws {ApiError} also where it knows no runs: see `hasNoSuchCall`
   */
  readonly fix: (order: ServerRunOrder) => Promise<FixedBatch>
  /** @returns null where documents are signed call by call: one alone, or at a server of before runs */
  readonly sign: (order: RunOnServer, watch: ServerRunWatch) => Promise<BatchOutcome | null>
}

interface Held {
  readonly order: string
  readonly run: ServerRun
}

/** The same for what would be signed in the same way. */
const nameOf = ({ guids, chosen, accepted: { changes, terms } }: ServerRunOrder): string =>
  JSON.stringify([chosen.certificate.GUID, guids, [...changes], [...terms]])

/** The run of the server that a dialog has begun: another PIN goes on with it, another certificate begins another one. */
export function useServerRuns(): ServerRuns {
  const [{ leave, ...runs }] = useState(openServerRuns)
  useEffect(() => () => void leave(), [leave])
  return runs
}

function openServerRuns(): ServerRuns & { readonly leave: () => Promise<void> | undefined } {
  let held: Held | null = null
  const runFor = (wanted: ServerRunOrder): ServerRun => {
    const order = nameOf(wanted)
    if (held?.order === order) return held.run
    void held?.run.giveUp()
    const run = new ServerRun(serverRunCalls(wanted), wait)
    held = { order, run }
    return run
  }
  return {
    // One that is followed sees for itself that nobody looks any more.
    leave: () => held?.run.giveUp(),
    fix: async (order) => {
      const { runGuid, unsigned } = await runFor(order).prepare()
      const Failed = unsigned.map(({ SignerGUID, Code }) => ({ SignerGUID, Code: Code ?? '', Message: Code ?? '' }))
      return { BatchId: runGuid, Failed }
    },
    sign: async (order, watch) => {
      if (!signsOnServer(order.chosen, order.guids.length)) return null
      const run = runFor(order)
      try {
        const end = await run.follow(order.typed, watch)
        held = null
        if (end.how !== 'stopped') rememberUsed(order.chosen.certificate.GUID)
        return outcomeOfRun(order.guids, end)
      } catch (error) {
        if (hasNoSuchCall(error)) return null
        if (failureScope(error) === 'answer') return { ...NOTHING_DONE, end: { why: 'refused', guid: '', error } }
        held = null
        const done = await run.abandon().then(
          (end) => outcomeOfRun(order.guids, end),
          () => NOTHING_DONE,
        )
        return { ...done, end: { why: 'error', error } }
      }
    },
  }
}
