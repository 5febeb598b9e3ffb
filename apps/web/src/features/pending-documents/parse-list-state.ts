import { ORDER_BY } from '@rubrica/contract'
import { SIGNING_PAGE_SIZES } from '@rubrica/domain'
import { readDateRange, today, type Day } from '../../shared/i18n/days.ts'
import {
  DEFAULT_LIST_STATE,
  type ListFilters,
  type ListState,
  type SortColumn,
  type SortDirection,
} from './list-state.ts'

/** The longest text that the server searches for. */
export const MAX_FILTER_TEXT = 255
const LARGEST_PAGE = 1_000_000
const GUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

function offered<T>(choices: readonly T[], wanted: unknown, otherwise: T): T {
  return choices.find((choice) => String(choice) === String(wanted)) ?? otherwise
}

/** A text of the address; one that looks like a number arrives as a number. */
function readText(value: unknown): string | undefined {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isPlain ? String(value).trim().slice(0, MAX_FILTER_TEXT) : undefined
}

function parseFilters(search: Readonly<Record<string, unknown>>, now: Day): ListFilters {
  const certificate = readText(search.certificate) ?? ''
  const { from, to } = readDateRange(search, now)
  return {
    name: readText(search.name) || undefined,
    certificate: GUID.test(certificate) ? certificate.toLowerCase() : undefined,
    tag: readText(search.tag),
    sender: readText(search.sender) || undefined,
    from,
    to,
  }
}

/**
 * Reads the search part of the address; whatever is missing or makes no sense takes its default. A filter that is not
 * there is undefined, not absent: what the router finds in the address and not here, it takes over as it is.
 */
export function parseListState(search: Readonly<Record<string, unknown>>, now = today()): ListState {
  const page = Number(search.page)
  return {
    page: Number.isInteger(page) && page >= 1 && page <= LARGEST_PAGE ? page : DEFAULT_LIST_STATE.page,
    size: offered<number>(SIGNING_PAGE_SIZES, search.size, DEFAULT_LIST_STATE.size),
    sort: offered<SortColumn>(ORDER_BY, search.sort, DEFAULT_LIST_STATE.sort),
    dir: offered<SortDirection>(['asc', 'des'], search.dir, DEFAULT_LIST_STATE.dir),
    ...parseFilters(search, now),
  }
}
