import { useEffect, useRef, useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { pauseForDone } from '../../../shared/ui/status/pause-for-done.ts'
import { approveInTurn, type BatchApproval } from './approve-in-turn.ts'
import { forgetApproval, reloadApprovals, type PendingApproval } from '../list/pending-approvals.ts'

export interface ApprovingProgress {
  readonly total: number
  /** How many have been tried. */
  readonly tried: number
  /** What is being approved now; undefined at the end. */
  readonly current: PendingApproval | undefined
  readonly stopping: boolean
}

/** Statuses after which an approval waits no longer. */
const OVER = [404, 409]

/** Approves one document or several in turn, and keeps how far it is. Who leaves the screen stops it. */
export function useApproving() {
  const [progress, setProgress] = useState<ApprovingProgress | null>(null)
  const stopped = useRef(false)
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )

  /** Never rejects; the lists are loaded anew afterwards. */
  const approve = async (approvals: readonly PendingApproval[]): Promise<BatchApproval<PendingApproval>> => {
    stopped.current = false
    const total = approvals.length
    const outcome = await approveInTurn(approvals, {
      approve: ({ ApproverGuid }) => api.acceptApproval({ params: { approverGuid: ApproverGuid } }),
      onNext: (tried) => setProgress({ total, tried, current: approvals[tried], stopping: false }),
      onApproved: ({ ApproverGuid }) => forgetApproval(ApproverGuid),
      isStopped: () => stopped.current,
    })
    if (outcome.approved.length === total) {
      setProgress({ total, tried: total, current: undefined, stopping: false })
      await pauseForDone()
    }
    for (const { approval, error } of outcome.problems) {
      if (OVER.includes(error.status)) forgetApproval(approval.ApproverGuid)
    }
    void reloadApprovals()
    setProgress(null)
    return outcome
  }
  const stop = () => {
    stopped.current = true
    setProgress((now) => now && { ...now, stopping: true })
  }
  return { progress, approve, stop }
}
