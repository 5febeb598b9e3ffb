import { ApiError } from '@rubrica/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { knownCount, pendingDocumentsPageKey, type PendingDocumentsPage } from '../../shared/api/pending-documents.ts'
import { listQuery, type ListState } from './list-state.ts'

/** The server says 404 when nothing waits (spec §7); for the list that is an empty page. */
function emptyPage(state: ListState): PendingDocumentsPage {
  return { List: [], Count: 0, TotalPages: 0, PageNumber: 1, PageSize: state.size }
}

/** One page of the list. While another page is on its way, the one before stays. */
export function pendingDocumentsQuery(state: ListState) {
  return queryOptions({
    queryKey: pendingDocumentsPageKey({}, state),
    queryFn: async ({ signal }): Promise<PendingDocumentsPage> => {
      try {
        return await api.pendingDocuments({ query: listQuery(state, knownCount({})), signal })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return emptyPage(state)
        throw error
      }
    },
    placeholderData: keepPreviousData,
  })
}
