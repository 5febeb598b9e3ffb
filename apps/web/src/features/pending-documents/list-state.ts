import { ORDER_BY } from '@rubrica/contract'
import { DEFAULT_PAGE_SIZE, SIGNING_PAGE_SIZES } from '@rubrica/domain'

export type SortColumn = (typeof ORDER_BY)[number]
/** `des` is the wire's own word for descending (spec §3). */
export type SortDirection = 'asc' | 'des'

/** Everything that decides what the list shows; it lives in the address, so that it survives a reload and Back. */
export interface ListState {
  readonly page: number
  readonly size: number
  readonly sort: SortColumn
  readonly dir: SortDirection
}

export const DEFAULT_LIST_STATE: ListState = { page: 1, size: DEFAULT_PAGE_SIZE, sort: 'FileName', dir: 'asc' }

const LARGEST_PAGE = 1_000_000

function offered<T>(choices: readonly T[], wanted: unknown, otherwise: T): T {
  return choices.find((choice) => String(choice) === String(wanted)) ?? otherwise
}

/** Reads the search part of the address; whatever is missing or makes no sense takes its default. */
export function parseListState(search: Readonly<Record<string, unknown>>): ListState {
  const page = Number(search.page)
  return {
    page: Number.isInteger(page) && page >= 1 && page <= LARGEST_PAGE ? page : DEFAULT_LIST_STATE.page,
    size: offered<number>(SIGNING_PAGE_SIZES, search.size, DEFAULT_LIST_STATE.size),
    sort: offered<SortColumn>(ORDER_BY, search.sort, DEFAULT_LIST_STATE.sort),
    dir: offered<SortDirection>(['asc', 'des'], search.dir, DEFAULT_LIST_STATE.dir),
  }
}

/** The request parameters of spec §3 for a state of the list. */
export function listQuery(state: ListState, knownCount?: number) {
  return {
    PageNumber: String(state.page),
    PageSize: String(state.size),
    Count: knownCount === undefined ? undefined : String(knownCount),
    OrderBy: state.sort,
    OrderType: state.dir,
  }
}

/** Pressing a column sorts by it, and turns the order round when it did already. Dates begin with the newest. */
export function sortBy(state: ListState, column: SortColumn): ListState {
  const first: SortDirection = column === 'UploadTime' ? 'des' : 'asc'
  const turned: SortDirection = state.dir === 'asc' ? 'des' : 'asc'
  return { ...state, page: 1, sort: column, dir: state.sort === column ? turned : first }
}
