import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { PendingDocumentsPage } from '../../shared/api/pending-documents.ts'
import type { ListState } from './list-state.ts'

/** Puts a state of the list into the address. */
export function useShowList(): (state: ListState) => void {
  const navigate = useNavigate()
  return (state) => void navigate({ to: '/documents', search: state, state: { visited: true }, resetScroll: false })
}

/** Goes to the last page when the list has become shorter than the page asked for. */
export function useStayInsideList(state: ListState, page: PendingDocumentsPage | undefined): void {
  const navigate = useNavigate()
  const beyond = page !== undefined && page.List.length === 0 && page.TotalPages > 0 && state.page > page.TotalPages
  const last = page?.TotalPages ?? 1
  useEffect(() => {
    if (!beyond) return
    void navigate({ to: '/documents', search: { ...state, page: last }, state: { visited: true }, replace: true })
  }, [beyond, last, navigate, state])
}

/**
 * A single pending document opens by itself (spec §2), but only when the person enters the list: each entry of the
 * browser's history does so once at most, and never one that was come back to, or Back would be a trap.
 */
export function useOpenSingleDocument(state: ListState, page: PendingDocumentsPage | undefined): void {
  const { history } = useRouter()
  const navigate = useNavigate()
  const entry = useLocation({ select: ({ state }) => state })
  const settled = useRef<string>(undefined)
  useEffect(() => {
    if (page === undefined || settled.current === entry.__TSR_key) return
    settled.current = entry.__TSR_key
    if (entry.visited) return
    history.replace(history.location.href, { ...history.location.state, visited: true })
    const [only] = page.List
    if (!only || page.Count !== 1 || state.page !== 1) return
    void navigate({ to: '/documents/$docGuid', params: { docGuid: only.DocGUI }, state: { list: state } })
  }, [entry, history, navigate, page, state])
}
