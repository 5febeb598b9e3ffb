import { MOST_BULK_DOCUMENTS } from '@rubrica/contract'
import { Inbox, SearchX } from 'lucide-react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { EmptyState } from '../../../shared/ui/lists/empty-state.tsx'
import { GrowingTable } from '../../../shared/ui/lists/growing-table.tsx'
import { SelectHead } from '../../../shared/ui/lists/list-table.tsx'
import type { Choice } from '../bulk/use-choice.ts'
import { countFilters, type SentSearch } from './sent-filters.ts'
import styles from './sent-list.module.css'
import { SentRow } from './sent-row.tsx'
import type { SentList } from './use-sent-list.ts'

const COLUMNS = ['documents.name', 'sent.progress', 'sent.state', 'viewer.deadline', 'sent.lastEvent'] as const
const CELLS = [
  { kind: 'select' },
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
  choice: Choice
  onClear: () => void
}

/** The rows, or why there are none. */
export function SentContent({ search, list, choice, onClear }: SentContentProps) {
  const t = useText()
  if (list.items?.length !== 0) return <SentTable {...{ search, list, choice }} />
  if (countFilters(search) === 0) {
    return <EmptyState icon={Inbox} title={t('sent.emptyTitle')} text={t('sent.emptyText')} />
  }
  return (
    <EmptyState icon={SearchX} title={t('documents.noMatchTitle')} text={t('documents.noMatchText')}>
      <Button onClick={onClear}>{t('search.clearFilters')}</Button>
    </EmptyState>
  )
}

function SentTable({ search, list, choice }: Omit<SentContentProps, 'onClear'>) {
  const t = useText()
  return (
    <GrowingTable
      label={t('titles.sent')}
      className={styles.table}
      columns={COLUMNS}
      select={
        <SelectHead
          selectable={Math.min(list.items?.length ?? 0, MOST_BULK_DOCUMENTS)}
          selected={choice.guids.length}
          onSelect={(isSelected) => (isSelected ? choice.all() : choice.clear())}
        />
      }
      cells={CELLS}
      rows={list.items?.map((item) => (
        <SentRow
          key={item.guid}
          {...{ item, search }}
          isChosen={choice.has(item.guid)}
          isFull={choice.isFull}
          onChoose={() => choice.toggle(item.guid)}
        />
      ))}
      more={list.hasMore ? { busy: list.isFetchingMore, onShow: list.showMore } : null}
    />
  )
}
