import { HISTORY_ACTS, type HistoryAct } from '@rubrica/domain'
import { readDateRange, today, type Day } from '../../shared/i18n/days.ts'

/** What the list must have; it lives in the address, so that it survives a reload and Back. */
export interface HistoryFilters {
  /** Part of the file name. */
  readonly name?: string
  /** Part of the sender's name. */
  readonly sender?: string
  readonly act?: HistoryAct
  readonly from?: Day
  /** Included. */
  readonly to?: Day
}

/** The longest text that the server searches for. */
export const MAX_FILTER_TEXT = 255

const readText = (value: string | undefined) => value?.trim().slice(0, MAX_FILTER_TEXT) || undefined

/** Reads the search part of the address; what makes no sense there is not asked for. */
export function parseHistoryFilters(
  search: Readonly<Record<string, string | undefined>>,
  now: Day = today(),
): HistoryFilters {
  return {
    name: readText(search.name),
    sender: readText(search.sender),
    act: HISTORY_ACTS.find((act) => act === search.act),
    ...readDateRange(search, now),
  }
}

export const countFilters = (filters: HistoryFilters): number =>
  Object.values(filters).filter((value) => value !== undefined).length
