import { useEffect, useRef } from 'react'
import type { PendingDocumentsPage } from '../../shared/api/pending-documents.ts'
import { useChangeSearch } from '../../shared/router/use-change-search.ts'
import { usePlace, useRouter } from '../../shared/router/use-router.tsx'
import type { ListState } from './list-state.ts'
import { countFilters } from './list-changes.ts'
import { parseListState } from './parse-list-state.ts'

/** What an entry of the history remembers once the list was shown in it. */
const SHOWN = { entered: true, visited: true }

/** Changes the state of the list in the address. */
export type ShowList = (change: (now: ListState) => ListState) => void

export const useShowList = (): ShowList => useChangeSearch({ to: '/documents', read: parseListState, state: SHOWN })

/**
 * Goes to the last page when the list has become shorter than the page asked for.
 * @returns whether it is on its way there
 */
export function useStayInsideList(state: ListState, page: PendingDocumentsPage | undefined): boolean {
  const router = useRouter()
  const beyond = page !== undefined && page.List.length === 0 && page.TotalPages > 0 && state.page > page.TotalPages
  const last = page?.TotalPages ?? 1
  useEffect(() => {
    if (!beyond) return
    void router.navigate({
      to: '/documents',
      search: { ...state, page: last },
      state: { ...router.place.state, ...SHOWN },
      replace: true,
    })
  }, [beyond, last, router, state])
  return beyond
}

/**
 * A single pending document opens by itself (spec §2), but only when the person enters the whole list: each entry of
 * the browser's history does so once at most, and never one that was come back to, or Back would be a trap.
 * @param shown what the list shows: the state of the address, and the certificate that the selection demands
 */
export function useOpenSingleDocument(
  state: ListState,
  shown: ListState,
  page: PendingDocumentsPage | undefined,
): void {
  const router = useRouter()
  const visited = usePlace(({ state: entry }) => entry.visited === true)
  const isWhole = shown.page === 1 && countFilters(shown) === 0
  const only = page?.Count === 1 && isWhole ? page.List[0]?.DocGUI : undefined
  const answered = page !== undefined
  const settling = useRef(false)
  useEffect(() => {
    // While the way leads elsewhere this list is still on the screen for a moment; it must not call anybody back.
    if (!answered || visited || settling.current || router.place.pathname !== '/documents') return
    const settle = async () => {
      await router.navigate({ to: '/documents', search: state, state: SHOWN, replace: true, keepScroll: true })
      if (only === undefined || router.place.pathname !== '/documents') return
      await router.navigate({ to: '/documents/$docGuid', params: { docGuid: only }, state: { list: state } })
    }
    settling.current = true
    void settle().finally(() => (settling.current = false))
  }, [answered, only, router, state, visited])
}
