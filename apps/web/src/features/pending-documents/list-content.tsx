import { SIGNING_PAGE_SIZES } from '@rubrica/domain'
import type { UseQueryResult } from '@tanstack/react-query'
import { Inbox, RefreshCw, SearchX } from 'lucide-react'
import { useEffect } from 'react'
import type { PendingDocument, PendingDocumentsPage } from '../../shared/api/pending-documents.ts'
import { removeEarlyView } from '../../shared/early-view.ts'
import { ListFailure } from '../../shared/failures/list-failure.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import type { Selection } from '../../shared/selection/selection-store.ts'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/lists/empty-state.tsx'
import { Pager } from '../../shared/ui/lists/pager.tsx'
import { DocumentsTable } from './documents-table.tsx'
import type { ListState } from './list-state.ts'
import { countFilters } from './list-changes.ts'
import styles from './pending-documents.module.css'
import type { ShowList } from './use-list-navigation.ts'

interface ListContentProps {
  state: ListState
  /** What the list shows: the state, and the certificate that the selection demands. */
  shown: ListState
  selection: Selection
  query: Pick<UseQueryResult<PendingDocumentsPage>, 'data' | 'error' | 'isFetching'>
  refresh: () => void
  clearFilters: () => void
  onShow: ShowList
  onSort: () => void
  onSelect: (documents: readonly PendingDocument[], isSelected: boolean) => void
}

/** Nothing waits, or nothing that waits is what the filters ask for. */
function NothingThere({ shown, query, refresh, clearFilters }: ListContentProps) {
  const t = useText()
  if (countFilters(shown) > 0) {
    return (
      <EmptyState icon={SearchX} title={t('documents.noMatchTitle')} text={t('documents.noMatchText')}>
        <Button onClick={clearFilters}>{t('search.clearFilters')}</Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={Inbox} title={t('documents.emptyTitle')} text={t('documents.emptyText')}>
      <Button icon={RefreshCw} busy={query.isFetching} onClick={refresh}>
        {t('common.reload')}
      </Button>
    </EmptyState>
  )
}

/** The rows of the list with their pager, or why there are none. */
export function ListContent(props: ListContentProps) {
  const { state, selection, query, refresh, onShow, onSort, onSelect } = props
  const { data: page, error, isFetching } = query
  const isWaiting = !page && !error
  useEffect(() => {
    if (!isWaiting) removeEarlyView()
  }, [isWaiting])
  if (error && !page) return <ListFailure error={error} busy={isFetching} onRetry={refresh} />
  if (page?.Count === 0) return <NothingThere {...props} />
  return (
    <>
      <DocumentsTable {...{ state, selection, onShow, onSort, onSelect }} rows={page?.List} />
      {page ? (
        <Pager
          page={state.page}
          size={state.size}
          sizes={SIGNING_PAGE_SIZES}
          count={page.Count}
          totalPages={page.TotalPages}
          onShow={(wanted) => onShow((now) => ({ ...now, ...wanted }))}
        />
      ) : (
        <div className={styles.pagerSpace} />
      )}
    </>
  )
}
