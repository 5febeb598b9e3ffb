import { APPROVAL_PAGE_SIZES, DEFAULT_PAGE_SIZE, type ApprovalPageSize } from '@rubrica/domain'

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
