import type { ListFilters, ListState, SortColumn, SortDirection } from './list-state.ts'

/** The filters of a state alone. */
export function filtersOf({ name, certificate, tag, sender, from, to }: ListState): ListFilters {
  return { name, certificate, tag, sender, from, to }
}

/** How many filters are in use. */
export function countFilters(state: ListState): number {
  return Object.values(filtersOf(state)).filter((value) => value !== undefined).length
}

/** The first page of the list with other filters; undefined takes one away. */
export function filterBy(state: ListState, filters: ListFilters): ListState {
  return { ...state, ...filters, page: 1 }
}

const NO_FILTERS: ListFilters = {
  name: undefined,
  certificate: undefined,
  tag: undefined,
  sender: undefined,
  from: undefined,
  to: undefined,
}

/** The first page of the whole list, in the same order. */
export function withoutFilters(state: ListState): ListState {
  return filterBy(state, NO_FILTERS)
}

/** Pressing a column sorts by it, and turns the order round when it did already. Dates begin with the newest. */
export function sortBy(state: ListState, column: SortColumn): ListState {
  const first: SortDirection = column === 'UploadTime' ? 'des' : 'asc'
  const turned: SortDirection = state.dir === 'asc' ? 'des' : 'asc'
  return { ...state, page: 1, sort: column, dir: state.sort === column ? turned : first }
}
