import { readSession, writeSession } from '../../shared/session/session-store.ts'
import { parseListState, saysList, type ListState } from './list-state.ts'

/** Remembers filters, order and page size for the session. */
export function keepListState(state: ListState): void {
  writeSession('documentFilters', JSON.stringify({ ...state, page: 1 }))
}

/** What stood in the address when the page was opened: the router takes out of it what goes without saying. */
let openedWith = location.pathname === '/documents' ? location.search : ''

/**
 * Whether the person opened the page at an address that says how to show the list, were it in words that go without
 * saying, such as `size=10`. That is true of one entry only: asked again it is false.
 */
export function openedWithList(): boolean {
  const isSaid = saysList(new URLSearchParams(openedWith))
  openedWith = ''
  return isSaid
}

/** The list as it was left in this session, from its first page on; null when it was not shown yet. */
export function keptListState(): ListState | null {
  const kept = readSession('documentFilters')
  if (kept === null) return null
  try {
    const state: unknown = JSON.parse(kept)
    return parseListState(typeof state === 'object' ? { ...state } : {})
  } catch {
    return null
  }
}
