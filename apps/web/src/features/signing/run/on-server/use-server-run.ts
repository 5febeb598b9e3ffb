import { useEffect, useRef } from 'react'
import { hasNoSuchCall } from '../../../../shared/api/has-no-such-call.ts'
import { rememberUsed } from '../../../../shared/subject/last-used.ts'
import { wait } from '../../../../shared/ui/status/wait.ts'
import { failureScope } from '../failure-scope.ts'
import { NOTHING_DONE, type BatchOutcome } from '../run-batch.ts'
import { outcomeOfRun } from './outcome-of-run.ts'
import { serverRunCalls, signsOnServer, type ServerRunOrder } from './server-run-calls.ts'
import { ServerRun, type ServerRunWatch } from './server-run.ts'

export interface RunOnServer extends ServerRunOrder {
  readonly pin: string
}

interface Held {
  readonly order: string
  readonly run: ServerRun
}

/** The same for what would be signed in the same way. */
const nameOf = ({ guids, chosen, accepted: { changes, terms } }: ServerRunOrder): string =>
  JSON.stringify([chosen.certificate.GUID, guids, [...changes], [...terms]])

/** The run of the server that a dialog has begun: another PIN goes on with it, another certificate begins another one. */
export function useServerRun() {
  const held = useRef<Held | null>(null)
  const giveUp = () => {
    const run = held.current?.run
    held.current = null
    return run?.giveUp()
  }
  // One that is followed sees for itself that nobody looks any more.
  useEffect(() => () => void held.current?.run.giveUp(), [])
  const runFor = ({ guids, chosen, accepted }: RunOnServer): ServerRun => {
    const now = held.current
    const order = nameOf({ guids, chosen, accepted })
    if (now?.order === order) return now.run
    void giveUp()
    const run = new ServerRun(serverRunCalls({ guids, chosen, accepted }), wait)
    held.current = { order, run }
    return run
  }
  return {
    /** @returns null where documents are signed call by call: one alone, keys elsewhere, a server of before runs */
    sign: async (order: RunOnServer, watch: ServerRunWatch): Promise<BatchOutcome | null> => {
      if (!signsOnServer(order.chosen, order.guids.length)) return null
      try {
        const end = await runFor(order).follow(order.pin, watch)
        held.current = null
        if (end.how !== 'stopped') rememberUsed(order.chosen.certificate.GUID)
        return outcomeOfRun(order.guids, end)
      } catch (error) {
        if (hasNoSuchCall(error)) return null
        if (failureScope(error) === 'answer') return { ...NOTHING_DONE, end: { why: 'refused', guid: '', error } }
        await giveUp()
        return { ...NOTHING_DONE, end: { why: 'error', error } }
      }
    },
  }
}
