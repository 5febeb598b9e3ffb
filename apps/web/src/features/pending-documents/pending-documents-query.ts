import { ApiError } from '@rubrica/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { knownCount, pendingDocumentsPageKey, type PendingDocumentsPage } from '../../shared/api/pending-documents.ts'
import type { Selection } from '../../shared/selection/selection-store.ts'
import type { ListState } from './list-state.ts'
import { filtersOf } from './list-changes.ts'
import { listQuery } from './list-query.ts'

/** The server says 404 when nothing waits (spec §7); for the list that is an empty page. */
function emptyPage(state: ListState): PendingDocumentsPage {
  return { List: [], Count: 0, TotalPages: 0, PageNumber: 1, PageSize: state.size }
}

/** What the list shows: the certificate that the selection demands locks the filter to it (spec §2). */
export function lockCertificate(state: ListState, { certificate }: Pick<Selection, 'certificate'>): ListState {
  return certificate ? { ...state, certificate: certificate.Guid } : state
}

/** One page of the list. While another page is on its way, the one before stays. */
export function pendingDocumentsQuery(state: ListState) {
  const { page, size, sort, dir } = state
  const filters = filtersOf(state)
  return queryOptions({
    queryKey: pendingDocumentsPageKey(filters, { page, size, sort, dir }),
    queryFn: async ({ signal }): Promise<PendingDocumentsPage> => {
      try {
        return await api.pendingDocuments({ query: listQuery(state, knownCount(filters)), signal })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return emptyPage(state)
        throw error
      }
    },
    placeholderData: keepPreviousData,
  })
}
