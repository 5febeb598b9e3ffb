import { SIGNING_PAGE_SIZES } from '@rubrica/domain'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { ArrowUpDown, CircleAlert, Inbox, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { isSessionExpiry } from '../../shared/api/is-session-expiry.ts'
import type { PendingDocumentsPage } from '../../shared/api/pending-documents.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { Pager } from '../../shared/ui/pager.tsx'
import { showToast } from '../../shared/ui/toast-store.ts'
import { DocumentsTable } from './documents-table.tsx'
import type { ListState } from './list-state.ts'
import { pendingDocumentsQuery } from './pending-documents-query.ts'
import styles from './pending-documents.module.css'
import { SortSheet } from './sort-sheet.tsx'
import { useOpenSingleDocument, useShowList, useStayInsideList } from './use-list-navigation.ts'

/** Asks for the list again; a failure is told in a toast while there are rows to look at. */
function useRefresh({ refetch }: Pick<UseQueryResult<PendingDocumentsPage>, 'refetch'>): () => void {
  const errorText = useErrorText()
  return () =>
    void refetch().then(({ data, error }) => {
      if (data && error && !isSessionExpiry(error)) showToast('error', errorText(error))
    })
}

/** The documents that wait for the signature of the person. */
export function PendingDocuments({ state }: { state: ListState }) {
  const t = useText()
  const show = useShowList()
  const query = useQuery(pendingDocumentsQuery(state))
  const [sorting, setSorting] = useState(false)
  const page = query.data
  const answer = query.isPlaceholderData ? undefined : page
  useStayInsideList(state, answer)
  useOpenSingleDocument(state, answer)
  const refresh = useRefresh(query)

  return (
    <>
      <div className={styles.head}>
        <div>
          <h1>{t('titles.documents')}</h1>
          <p className={classNames('muted', styles.count)} aria-live="polite">
            {page && t('documents.waiting', { count: page.Count })}
          </p>
        </div>
        <div className={styles.tools}>
          <IconButton
            bordered
            icon={ArrowUpDown}
            label={t('documents.sort')}
            className={styles.sortButton}
            onClick={() => setSorting(true)}
          />
          <IconButton
            bordered
            icon={RefreshCw}
            label={t('documents.refresh')}
            className={classNames(styles.refresh, query.isFetching && styles.turning)}
            onClick={refresh}
          />
        </div>
      </div>
      <Card aria-label={t('titles.documents')} aria-busy={query.isFetching}>
        <ListContent {...{ state, show, query, refresh }} />
      </Card>
      <SortSheet key={String(sorting)} open={sorting} state={state} onClose={() => setSorting(false)} onShow={show} />
    </>
  )
}

interface ListContentProps {
  state: ListState
  show: (state: ListState) => void
  query: Pick<UseQueryResult<PendingDocumentsPage>, 'data' | 'error' | 'isFetching'>
  refresh: () => void
}

function ListContent({ state, show, query, refresh }: ListContentProps) {
  const t = useText()
  const errorText = useErrorText()
  const { data: page, error } = query
  if (error && !page) {
    return (
      <EmptyState
        icon={CircleAlert}
        title={t('documents.failedTitle')}
        text={isSessionExpiry(error) ? undefined : errorText(error)}
      >
        <Button busy={query.isFetching} onClick={refresh}>
          {t('common.tryAgain')}
        </Button>
      </EmptyState>
    )
  }
  if (page?.Count === 0) {
    return (
      <EmptyState icon={Inbox} title={t('documents.emptyTitle')} text={t('documents.emptyText')}>
        <Button icon={RefreshCw} busy={query.isFetching} onClick={refresh}>
          {t('common.reload')}
        </Button>
      </EmptyState>
    )
  }
  return (
    <>
      <DocumentsTable state={state} rows={page?.List} onShow={show} />
      {page ? (
        <Pager
          page={state.page}
          size={state.size}
          sizes={SIGNING_PAGE_SIZES}
          count={page.Count}
          totalPages={page.TotalPages}
          onShow={(wanted) => show({ ...state, ...wanted })}
        />
      ) : (
        <div className={styles.pagerSpace} />
      )}
    </>
  )
}
