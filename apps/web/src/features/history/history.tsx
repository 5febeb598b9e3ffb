import { useInfiniteQuery } from '@tanstack/react-query'
import { Inbox, SearchX } from 'lucide-react'
import { ListFailure } from '../../shared/failures/list-failure.tsx'
import { useReportFailure } from '../../shared/failures/use-report-failure.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useChangeSearch } from '../../shared/router/use-change-search.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { EmptyState } from '../../shared/ui/lists/empty-state.tsx'
import { GrowingTable } from '../../shared/ui/lists/growing-table.tsx'
import { ListHead } from '../../shared/ui/lists/list-head.tsx'
import { countFilters, parseHistoryFilters, type HistoryFilters } from './history-filters.ts'
import { historyQuery } from './history-query.ts'
import { HistoryRow } from './history-row.tsx'
import { HistorySearch } from './history-search.tsx'
import styles from './history.module.css'

const COLUMNS = ['documents.name', 'history.act', 'history.when', 'documents.sender', 'history.state'] as const
const CELLS = [
  { kind: 'name' },
  { kind: 'other', className: styles.act },
  { kind: 'date' },
  { kind: 'person' },
  { kind: 'other', className: styles.state },
  { kind: 'see' },
] as const

/** The list as far as it was asked for; a failure is shown in a toast while there are rows to look at. */
function useHistory(filters: HistoryFilters) {
  const reportFailure = useReportFailure()
  const query = useInfiniteQuery(historyQuery(filters))
  const { data, refetch, fetchNextPage } = query
  const entries = data?.pages.flatMap(({ List }) => List)
  const afterFailure = (answer: { data?: unknown; error: Error | null }) => {
    if (answer.data && answer.error) reportFailure(answer.error)
  }
  return {
    ...query,
    entries,
    reload: () => void refetch().then(afterFailure),
    showMore: () => void fetchNextPage().then(afterFailure),
  }
}

type Loaded = ReturnType<typeof useHistory>

/** What the person has signed, approved and rejected, and what they have a copy of. */
export function History({ filters }: { filters: HistoryFilters }) {
  const t = useText()
  const loaded = useHistory(filters)
  const change = useChangeSearch({ to: '/signed', read: parseHistoryFilters })
  const clear = () => change(() => ({}))
  return (
    <>
      <ListHead title={t('titles.history')} subtitle={t('history.lead')} />
      <Card aria-label={t('titles.history')} aria-busy={loaded.isFetching}>
        <HistorySearch
          filters={filters}
          isFetching={loaded.isFetching}
          onFilter={(changed) => change((now) => ({ ...now, ...changed }))}
          onClear={clear}
          onRefresh={loaded.reload}
        />
        <Content {...{ filters, loaded }} onClear={clear} />
      </Card>
    </>
  )
}

interface ContentProps {
  filters: HistoryFilters
  loaded: Loaded
  onClear: () => void
}

function Content({ filters, loaded, onClear }: ContentProps) {
  const t = useText()
  const { entries, error, isFetching, reload } = loaded
  if (error && !entries) return <ListFailure error={error} busy={isFetching} onRetry={reload} />
  if (entries?.length === 0 && countFilters(filters) > 0) {
    return (
      <EmptyState icon={SearchX} title={t('documents.noMatchTitle')} text={t('documents.noMatchText')}>
        <Button onClick={onClear}>{t('search.clearFilters')}</Button>
      </EmptyState>
    )
  }
  if (entries?.length === 0) {
    return <EmptyState icon={Inbox} title={t('history.emptyTitle')} text={t('history.emptyText')} />
  }
  return <HistoryTable {...{ filters, loaded }} />
}

function HistoryTable({ filters, loaded }: Omit<ContentProps, 'onClear'>) {
  const t = useText()
  const { entries, hasNextPage, isFetchingNextPage, showMore } = loaded
  return (
    <GrowingTable
      label={t('titles.history')}
      className={styles.table}
      columns={COLUMNS}
      cells={CELLS}
      rows={entries?.map((entry) => (
        <HistoryRow key={entry.Guid} {...{ entry, filters }} />
      ))}
      more={hasNextPage ? { busy: isFetchingNextPage, onShow: showMore } : null}
    />
  )
}
