import { ApiError } from '@rubrica/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { knownCount, pendingDocumentsPageKey, type PendingDocumentsPage } from '../../shared/api/pending-documents.ts'
import type { Selection } from '../../shared/selection/selection-store.ts'
import { filtersOf, listQuery, type ListState } from './list-state.ts'

/** The server says 404 when nothing waits (spec §7); for the list that is an empty page. */
function emptyPage(state: ListState): PendingDocumentsPage {
  return { List: [], Count: 0, TotalPages: 0, PageNumber: 1, PageSize: state.size }
}

/** What the list shows: the certificate that the selection demands locks the filter to it (spec §2). */
export function lockCertificate(state: ListState, { certificate }: Pick<Selection, 'certificate'>): ListState {
  return certificate ? { ...state, certificate: certificate.Guid } : state
}

/** From and To are days of the person's own time zone, which the server cannot know. */
function zoneOf({ from, to }: ListState): { TimeZone?: string } {
  if (from === undefined && to === undefined) return {}
  return { TimeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone }
}

/** One page of the list. While another page is on its way, the one before stays. */
export function pendingDocumentsQuery(state: ListState) {
  const { page, size, sort, dir } = state
  const filters = filtersOf(state)
  return queryOptions({
    queryKey: pendingDocumentsPageKey(filters, { page, size, sort, dir }),
    queryFn: async ({ signal }): Promise<PendingDocumentsPage> => {
      try {
        const query = { ...listQuery(state, knownCount(filters)), ...zoneOf(state) }
        return await api.pendingDocuments({ query, signal })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return emptyPage(state)
        throw error
      }
    },
    placeholderData: keepPreviousData,
  })
}
