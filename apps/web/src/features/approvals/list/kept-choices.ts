import { createSessionState, FLAG } from '../../../shared/session/session-state.ts'
import { parseFilters, type ApprovalFilters } from './approval-filters.ts'

/** Whether the header leads to the approvals (spec §2). */
export const showApprovals = createSessionState('showApprovals', FLAG)

export const isBannerClosed = createSessionState('approvalBanner', FLAG)

export const approvalFilters = createSessionState<ApprovalFilters>('approvalFilters', {
  parse: parseFilters,
  serialise: (filters) => JSON.stringify(filters),
})

/** The GUIDs of the approvals that are selected, in the order of their selection. */
export const selectedApprovals = createSessionState<ReadonlySet<string>>('selectedApprovals', {
  parse: (stored) => new Set((stored ?? '').split(',').filter(Boolean)),
  serialise: (guids) => [...guids].join(','),
})

/** Selects approvals, or takes them out of the selection. */
export function setSelected(approverGuids: readonly string[], selected: boolean): void {
  const guids = new Set(selectedApprovals.read())
  for (const guid of approverGuids) {
    if (selected) guids.add(guid)
    else guids.delete(guid)
  }
  selectedApprovals.write(guids)
}
