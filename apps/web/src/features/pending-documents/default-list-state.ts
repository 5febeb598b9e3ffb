import { DEFAULT_PAGE_SIZE } from '@rubrica/domain'
import type { ListState } from './list-state.ts'

/** The list as an address without anything further asks for it. */
export const DEFAULT_LIST_STATE: ListState = { page: 1, size: DEFAULT_PAGE_SIZE, sort: 'FileName', dir: 'asc' }
