import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import type { PendingDocument, PendingDocumentsPage } from '../../shared/api/pending-documents.ts'
import { useReportFailure } from '../../shared/failures/use-report-failure.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import {
  clearSelection,
  readSelection,
  recogniseSelected,
  unselectDocuments,
  useSelection,
} from '../../shared/selection/selection-store.ts'
import { useSelectDocuments } from '../../shared/selection/use-select-documents.ts'
import { Card } from '../../shared/ui/card.tsx'
import { ListHead } from '../../shared/ui/lists/list-head.tsx'
import { CutOffNotice } from './cut-off-notice.tsx'
import { keepListState } from './kept-list-state.ts'
import { ListContent } from './list-content.tsx'
import { ListSearch } from './list-search.tsx'
import type { ListState } from './list-state.ts'
import { countFilters, filterBy, withoutFilters } from './list-changes.ts'
import { lockCertificate, pendingDocumentsQuery } from './pending-documents-query.ts'
import { SelectionBar, useSignSelected } from './selection-bar.tsx'
import { DocumentsSortSheet } from './documents-sort-sheet.tsx'
import { useOpenSingleDocument, useShowList, useStayInsideList, type ShowList } from './use-list-navigation.ts'

/** Asks for the list again; a failure is shown in a toast while there are rows to look at. */
function useRefresh({ refetch }: Pick<UseQueryResult<PendingDocumentsPage>, 'refetch'>): () => void {
  const reportFailure = useReportFailure()
  return () =>
    void refetch().then(({ data, error }) => {
      if (data && error) reportFailure(error)
    })
}

/** The page of the list that the address asks for, and what follows from it. */
function useList(state: ListState) {
  const selection = useSelection()
  const shown = lockCertificate(state, selection)
  const query = useQuery(pendingDocumentsQuery(shown))
  const answer = query.isPlaceholderData ? undefined : query.data
  const isBeyond = useStayInsideList(state, answer)
  // A list that was loaded before may have grown meanwhile.
  useOpenSingleDocument(state, shown, isBeyond || query.isFetching ? undefined : answer)
  useEffect(() => keepListState(state), [state])
  useEffect(() => recogniseSelected(query.data?.List ?? []), [query.data])
  return { selection, shown, query }
}

/** Selects and unselects rows; a filter that the selection locks begins with its first page. */
function useSelecting(state: ListState, show: ShowList) {
  const select = useSelectDocuments()
  return (documents: readonly PendingDocument[], isSelected: boolean) => {
    const before = readSelection().certificate
    if (isSelected) select(documents)
    else unselectDocuments(documents.map(({ SignerDTO }) => SignerDTO.SignerGUID))
    if (readSelection().certificate?.Guid !== before?.Guid && state.page !== 1) show((now) => ({ ...now, page: 1 }))
  }
}

interface PendingDocumentsProps {
  state: ListState
  onSignSelected: (documents: PendingDocument[]) => void
  /** What is told over the list of documents that are being signed without it. */
  notice: ReactNode
}

/** The documents that wait for the signature of the person. */
export function PendingDocuments({ state, onSignSelected, notice }: PendingDocumentsProps) {
  const t = useText()
  const show = useShowList()
  const { selection, shown, query } = useList(state)
  const [sorting, setSorting] = useState(false)
  const refresh = useRefresh(query)
  const onSelect = useSelecting(state, show)
  const signing = useSignSelected(selection, onSignSelected)
  const clearFilters = () => {
    if (selection.certificate) clearSelection()
    show(withoutFilters)
  }
  const count = query.data?.Count
  return (
    <>
      <ListHead
        title={t('titles.documents')}
        subtitle={
          count === undefined
            ? undefined
            : t(countFilters(shown) > 0 ? 'documents.matching' : 'documents.waiting', { count })
        }
      >
        <SelectionBar {...{ selection, signing }} rows={query.data?.List ?? []} />
      </ListHead>
      <CutOffNotice left={selection.guids.length} busy={signing.busy} onSign={signing.sign} />
      {notice}
      <Card aria-label={t('titles.documents')} aria-busy={query.isFetching}>
        <ListSearch
          state={shown}
          selection={selection}
          isFetching={query.isFetching}
          onFilter={(filters) => show((now) => filterBy(now, filters))}
          onClear={clearFilters}
          onRefresh={refresh}
        />
        <ListContent
          {...{ state, shown, selection, query, refresh, clearFilters, onSelect }}
          onShow={show}
          onSort={() => setSorting(true)}
        />
      </Card>
      <DocumentsSortSheet
        key={String(sorting)}
        open={sorting}
        state={state}
        onClose={() => setSorting(false)}
        onShow={(wanted) => show(() => wanted)}
      />
    </>
  )
}
