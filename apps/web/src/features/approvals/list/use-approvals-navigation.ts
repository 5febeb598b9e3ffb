import { useEffect, useRef } from 'react'
import { useChangeSearch } from '../../../shared/router/use-change-search.ts'
import { usePlace, useRouter } from '../../../shared/router/use-router.tsx'
import { parseApprovalsState, type ApprovalsState } from './approvals-state.ts'
import type { PendingApproval } from './pending-approvals.ts'

/** Changes the state of the list in the address. */
export type ShowApprovals = (change: (now: ApprovalsState) => ApprovalsState) => void

export const useShowApprovals = (): ShowApprovals =>
  useChangeSearch({ to: '/approvals', read: parseApprovalsState, state: { visited: true } })

/**
 * A single pending approval opens by itself (spec §2), but only when the person enters the list: each entry of the
 * browser's history does so once at most, and never one that was come back to, or Back would be a trap.
 */
export function useOpenSingleApproval(state: ApprovalsState, approvals: readonly PendingApproval[] | undefined): void {
  const router = useRouter()
  const visited = usePlace(({ state: entry }) => entry.visited === true)
  const only = approvals?.length === 1 ? approvals[0]?.ApproverGuid : undefined
  const answered = approvals !== undefined
  const settling = useRef(false)
  useEffect(() => {
    // While the way leads elsewhere this list is still on the screen for a moment; it must not call anybody back.
    if (!answered || visited || settling.current || router.place.pathname !== '/approvals') return
    const settle = async () => {
      await router.navigate({
        to: '/approvals',
        search: state,
        state: { visited: true },
        replace: true,
        keepScroll: true,
      })
      if (only === undefined || router.place.pathname !== '/approvals') return
      await router.navigate({
        to: '/approvals/$approverGuid',
        params: { approverGuid: only },
        state: { approvals: state },
      })
    }
    settling.current = true
    void settle().finally(() => (settling.current = false))
  }, [answered, only, router, state, visited])
}
