import { ApiError, type Client } from '@rubrica/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../shared/api/api.ts'
import type { Decided } from '../../../shared/api/decided.ts'
import { hasNoSuchCall } from '../../../shared/api/has-no-such-call.ts'
import { queryClient } from '../../../shared/api/query-client.ts'
import { queryKeys } from '../../../shared/api/query-keys.ts'
import { sessionIdentity } from '../../../shared/session/session-store.ts'
import { selectedApprovals, showApprovals } from './kept-choices.ts'

type PendingApprovals = Awaited<ReturnType<Client['pendingApprovals']>>
/** A document that somebody may sign only after the person has approved it. */
export type PendingApproval = PendingApprovals[number]
/** One that somebody opens: it waits for them, or they have decided it. */
export type OpenedApproval = PendingApproval & Partial<Decided>

/** The server says 404 when nothing waits (spec §7). */
async function fetchApprovals(signal: AbortSignal): Promise<PendingApprovals> {
  const identity = sessionIdentity()
  if (!identity) return []
  try {
    return await api.pendingApprovals({ body: { Terms: { vidmobileuser: identity.sub } }, signal })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return []
    throw error
  }
}

/** Brings in line with the list what is kept beside it: the link to it, and what is selected in it. */
function settleWith(approvals: PendingApprovals): void {
  const waiting = new Set(approvals.map(({ ApproverGuid }) => ApproverGuid))
  selectedApprovals.write(new Set([...selectedApprovals.read()].filter((guid) => waiting.has(guid))))
  showApprovals.write(approvals.length > 0)
}

/** Everything that waits for the approval of the person. */
export function pendingApprovalsQuery() {
  return queryOptions({
    queryKey: queryKeys.pendingApprovals,
    queryFn: async ({ signal }) => {
      const approvals = await fetchApprovals(signal)
      signal.throwIfAborted()
      // Who has logged out meanwhile leaves nothing behind.
      if (sessionIdentity()) settleWith(approvals)
      return approvals
    },
  })
}

/** As the list has it, if that was loaded. */
export const listedApproval = (approverGuid: string): PendingApproval | undefined =>
  queryClient.getQueryData(pendingApprovalsQuery().queryKey)?.find(({ ApproverGuid }) => ApproverGuid === approverGuid)

/** Who signs the document, and when it was sent. @throws {ApiError} 404 not for this person, 409 over for them */
export function approvalInfoQuery(approverGuid: string) {
  return queryOptions({
    queryKey: [...queryKeys.approval(approverGuid), 'info'],
    queryFn: ({ signal }) => api.approvalInfo({ params: { approverGuid }, signal }),
  })
}

/** The approval as one that the person has decided; null when they have not, or the server keeps none of those. */
async function findDecided(approverGuid: string, signal: AbortSignal): Promise<OpenedApproval | null> {
  try {
    return await api.decidedApproval({ params: { approverGuid }, signal })
  } catch (error) {
    if (hasNoSuchCall(error) || (error instanceof ApiError && error.status === 404)) return null
    throw error
  }
}

/**
 * One approval: out of the list when that was loaded, else looked for there and among what was decided.
 * @throws {ApiError} 404, 409
 */
export function approvalQuery(approverGuid: string) {
  const find = (approvals: PendingApprovals | undefined) =>
    approvals?.find((approval) => approval.ApproverGuid === approverGuid)
  return queryOptions({
    queryKey: [...queryKeys.approval(approverGuid), 'row'],
    queryFn: async ({ signal }): Promise<OpenedApproval | null> => {
      const row = find(await queryClient.fetchQuery(pendingApprovalsQuery()))
      if (row) return row
      // What is not in the list was decided, is over or is nobody's business: the server says which.
      const decided = await findDecided(approverGuid, signal)
      if (!decided) await queryClient.fetchQuery(approvalInfoQuery(approverGuid))
      return decided
    },
    initialData: (): OpenedApproval | null | undefined =>
      find(queryClient.getQueryData(pendingApprovalsQuery().queryKey)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Takes an approval that was given, refused or is over off the loaded list at once. */
export function forgetApproval(approverGuid: string): void {
  queryClient.removeQueries({ queryKey: queryKeys.approval(approverGuid), type: 'inactive' })
  // An answer on its way may still hold it.
  void queryClient.cancelQueries({ queryKey: queryKeys.pendingApprovals })
  const left = queryClient
    .getQueryData(pendingApprovalsQuery().queryKey)
    ?.filter((approval) => approval.ApproverGuid !== approverGuid)
  if (!left) return
  queryClient.setQueryData(pendingApprovalsQuery().queryKey, left)
  settleWith(left)
}

/** Has the lists loaded anew: the person may have become a signer of what they approved. */
export function reloadApprovals(): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: queryKeys.pendingApprovals }),
    queryClient.invalidateQueries({ queryKey: queryKeys.pendingDocuments }),
    queryClient.invalidateQueries({ queryKey: queryKeys.history }),
  ])
}
