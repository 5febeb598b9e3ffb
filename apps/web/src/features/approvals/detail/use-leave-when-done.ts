import { useEffect, useEffectEvent } from 'react'
import { returnAddress } from '../../../shared/session/entry/return-address.ts'
import { useLeave } from '../../../shared/session/leaving/use-leave.ts'

/**
 * Leads somebody whom another application sent to approve back there once nothing waits for it (spec §4). On this
 * screen only: who came to sign has nothing to approve either.
 */
export function useLeaveWhenDone(approvals: readonly unknown[] | undefined): void {
  const leave = useEffectEvent(useLeave())
  const isDone = approvals?.length === 0 && returnAddress() !== null
  useEffect(() => {
    if (isDone) leave('out')
  }, [isDone])
}
