import { Inbox, SearchX } from 'lucide-react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { EmptyState } from '../../../shared/ui/lists/empty-state.tsx'
import { GrowingTable } from '../../../shared/ui/lists/growing-table.tsx'
import { countFilters, type SentSearch } from './sent-filters.ts'
import styles from './sent-list.module.css'
import { SentRow } from './sent-row.tsx'
import type { SentList } from './use-sent-list.ts'

const COLUMNS = ['documents.name', 'sent.progress', 'sent.state', 'viewer.deadline', 'sent.lastEvent'] as const
const CELLS = [
  { kind: 'name' },
  { kind: 'other', className: styles.progress },
  { kind: 'other', className: styles.state },
  { kind: 'other', className: styles.deadline },
  { kind: 'other', className: styles.event },
  { kind: 'see' },
] as const

interface SentContentProps {
  search: SentSearch
  list: SentList
  onClear: () => void
}

/** The rows, or why there are none. */
export function SentContent({ search, list, onClear }: SentContentProps) {
  const t = useText()
  if (list.items?.length !== 0) return <SentTable {...{ search, list }} />
  if (countFilters(search) === 0) {
    return <EmptyState icon={Inbox} title={t('sent.emptyTitle')} text={t('sent.emptyText')} />
  }
  return (
    <EmptyState icon={SearchX} title={t('documents.noMatchTitle')} text={t('documents.noMatchText')}>
      <Button onClick={onClear}>{t('search.clearFilters')}</Button>
    </EmptyState>
  )
}

function SentTable({ search, list }: Omit<SentContentProps, 'onClear'>) {
  const t = useText()
  return (
    <GrowingTable
      label={t('titles.sent')}
      className={styles.table}
      columns={COLUMNS}
      cells={CELLS}
      rows={list.items?.map((item) => (
        <SentRow key={item.guid} {...{ item, search }} />
      ))}
      more={list.hasMore ? { busy: list.isFetchingMore, onShow: list.showMore } : null}
    />
  )
}
