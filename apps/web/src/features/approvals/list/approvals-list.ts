import { instantOf } from '../../../shared/i18n/formats.ts'
import { matchesFilters, type ApprovalFilters } from './approval-filters.ts'
import type { ApprovalColumn, ApprovalsState } from './approvals-state.ts'

/** What the list knows of an approval. */
export interface ListedApproval extends Readonly<Record<ApprovalColumn, string>> {
  readonly ApproverGuid: string
}

/** Pressing a column sorts by it, and turns the order round when it did already. Dates begin with the newest. */
export function sortApprovalsBy(state: ApprovalsState, column: ApprovalColumn): ApprovalsState {
  const first = column === 'UploadTime' ? 'des' : 'asc'
  const turned = state.dir === 'asc' ? 'des' : 'asc'
  return { ...state, page: 1, sort: column, dir: state.sort === column ? turned : first }
}

function compareBy(column: ApprovalColumn, language: string): (a: ListedApproval, b: ListedApproval) => number {
  if (column === 'UploadTime') {
    const time = (approval: ListedApproval) => instantOf(approval.UploadTime)?.getTime() ?? 0
    return (a, b) => time(a) - time(b)
  }
  const collator = new Intl.Collator(language)
  return (a, b) => collator.compare(a[column], b[column])
}

interface View {
  readonly filters: ApprovalFilters
  /** Selected approvals stay in view when a filter would hide them (spec §4). */
  readonly selected: ReadonlySet<string>
  readonly state: Pick<ApprovalsState, 'sort' | 'dir'>
  readonly language: string
}

/** The approvals that are in view, in the order of the list; equal ones always stand in the same order. */
export function approvalsInView<A extends ListedApproval>(approvals: readonly A[], view: View): A[] {
  const { filters, selected, state, language } = view
  const direction = state.dir === 'asc' ? 1 : -1
  const compare = compareBy(state.sort, language)
  return approvals
    .filter((approval) => selected.has(approval.ApproverGuid) || matchesFilters(approval, filters))
    .sort((a, b) => direction * compare(a, b) || (a.ApproverGuid < b.ApproverGuid ? -1 : 1))
}

/** The part of the list that a page shows; a page beyond the end is the last one. */
export function pageOfApprovals<A>(list: readonly A[], { page, size }: Pick<ApprovalsState, 'page' | 'size'>) {
  const length = size === 'all' ? Math.max(1, list.length) : size
  const totalPages = Math.max(1, Math.ceil(list.length / length))
  const shown = Math.min(page, totalPages)
  return { rows: list.slice((shown - 1) * length, shown * length), page: shown, totalPages }
}

/** The approval after one of the list, or undefined on the last one and for one that is not in it. */
export function approvalAfter<A extends ListedApproval>(list: readonly A[], approverGuid: string): A | undefined {
  const at = list.findIndex((approval) => approval.ApproverGuid === approverGuid)
  return at < 0 ? undefined : list[at + 1]
}
