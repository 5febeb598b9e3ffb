import { APPROVAL_PAGE_SIZES, DEFAULT_PAGE_SIZE, type ApprovalPageSize } from '@rubrica/domain'
import { instantOf } from '../../shared/i18n/formats.ts'
import { matchesFilters, type ApprovalFilters } from './approval-filters.ts'

const SORT_COLUMNS = ['SignerName', 'FileName', 'UploadTime', 'Tag'] as const
export type ApprovalColumn = (typeof SORT_COLUMNS)[number]

/** Page and order of the list; they live in the address. The filters and the selection are in the session (spec §3). */
export interface ApprovalsState {
  readonly page: number
  readonly size: ApprovalPageSize
  readonly sort: ApprovalColumn
  readonly dir: 'asc' | 'des'
}

export const DEFAULT_APPROVALS_STATE: ApprovalsState = {
  page: 1,
  size: DEFAULT_PAGE_SIZE,
  sort: 'FileName',
  dir: 'asc',
}

/** What the list knows of an approval. */
export interface ListedApproval extends Readonly<Record<ApprovalColumn, string>> {
  readonly ApproverGuid: string
}

function offered<T>(choices: readonly T[], wanted: unknown, otherwise: T): T {
  return choices.find((choice) => String(choice) === String(wanted)) ?? otherwise
}

/** Reads the search part of the address; whatever is missing or makes no sense takes its default. */
export function parseApprovalsState(search: Readonly<Record<string, unknown>>): ApprovalsState {
  const page = Number(search.page)
  return {
    page: Number.isSafeInteger(page) && page >= 1 ? page : DEFAULT_APPROVALS_STATE.page,
    size: offered<ApprovalPageSize>(APPROVAL_PAGE_SIZES, search.size, DEFAULT_APPROVALS_STATE.size),
    sort: offered<ApprovalColumn>(SORT_COLUMNS, search.sort, DEFAULT_APPROVALS_STATE.sort),
    dir: offered<ApprovalsState['dir']>(['asc', 'des'], search.dir, DEFAULT_APPROVALS_STATE.dir),
  }
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
