import { readSession, writeSession } from '../../shared/session/session-store.ts'
import type { ListState } from './list-state.ts'
import { parseListState } from './parse-list-state.ts'

/** Remembers filters, order and page size for the session. */
export function keepListState(state: ListState): void {
  writeSession('documentFilters', JSON.stringify({ ...state, page: 1 }))
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
