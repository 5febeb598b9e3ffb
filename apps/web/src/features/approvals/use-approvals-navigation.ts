import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ApprovalsState } from './approvals-state.ts'
import type { PendingApproval } from './pending-approvals.ts'

/** Puts a state of the list into the address. */
export function useShowApprovals(): (state: ApprovalsState) => void {
  const navigate = useNavigate()
  return (state) => void navigate({ to: '/approvals', search: state, state: { visited: true }, resetScroll: false })
}

/**
 * A single pending approval opens by itself (spec §2), but only when the person enters the list: each entry of the
 * browser's history does so once at most, and never one that was come back to, or Back would be a trap.
 */
export function useOpenSingleApproval(state: ApprovalsState, approvals: readonly PendingApproval[] | undefined): void {
  const router = useRouter()
  const navigate = useNavigate()
  // While the way leads elsewhere this list may still be on the screen for a moment; it must not call anybody back.
  const visited = useLocation({
    select: ({ pathname, state: entry }) => pathname !== '/approvals' || entry.visited === true,
  })
  const only = approvals?.length === 1 ? approvals[0]?.ApproverGuid : undefined
  const answered = approvals !== undefined
  const settling = useRef(false)
  useEffect(() => {
    if (!answered || visited || settling.current) return
    const settle = async () => {
      await navigate({ to: '/approvals', search: state, state: { visited: true }, replace: true, resetScroll: false })
      if (only === undefined || router.state.location.pathname !== '/approvals') return
      await navigate({ to: '/approvals/$approverGuid', params: { approverGuid: only }, state: { approvals: state } })
    }
    settling.current = true
    void settle().finally(() => (settling.current = false))
  }, [answered, navigate, only, router, state, visited])
}
