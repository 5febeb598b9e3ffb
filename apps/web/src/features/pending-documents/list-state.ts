import type { ORDER_BY } from '@rubrica/contract'
import { DEFAULT_PAGE_SIZE } from '@rubrica/domain'
import type { Day } from '../../shared/i18n/days.ts'

export type SortColumn = (typeof ORDER_BY)[number]
/** `des` is the wire's own word for descending (spec §3). */
export type SortDirection = 'asc' | 'des'

/** What the documents of the list must have; what is absent is not asked for. */
export interface ListFilters {
  /** Part of the file name. */
  readonly name?: string
  /** GUID of the certificate that the document demands. */
  readonly certificate?: string
  /** One whole tag; the empty text asks for documents without tags. */
  readonly tag?: string
  /** Part of the sender's name. */
  readonly sender?: string
  readonly from?: Day
  /** Included. */
  readonly to?: Day
}

/** Everything that decides what the list shows; it lives in the address, so that it survives a reload and Back. */
export interface ListState extends ListFilters {
  readonly page: number
  readonly size: number
  readonly sort: SortColumn
  readonly dir: SortDirection
}

/** The list as an address without anything further asks for it. */
export const DEFAULT_LIST_STATE: ListState = { page: 1, size: DEFAULT_PAGE_SIZE, sort: 'FileName', dir: 'asc' }
