import { Inbox, SearchX } from 'lucide-react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { useFocusRescueOnLeave } from '../../../shared/ui/focus/use-focus-rescue-on-leave.ts'
import { EmptyState } from '../../../shared/ui/lists/empty-state.tsx'
import { ListTable, WaitingRows } from '../../../shared/ui/lists/list-table.tsx'
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
/** Rows of the grey list that stands in for the first answer. */
const WAITING_ROWS = 5

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
  const { items } = list
  return (
    <>
      <ListTable
        label={t('titles.sent')}
        className={styles.table}
        head={
          <>
            {COLUMNS.map((text) => (
              <th key={text} role="columnheader">
                {t(text)}
              </th>
            ))}
            <th role="columnheader">
              <span className="sr-only">{t('documents.actions')}</span>
            </th>
          </>
        }
      >
        {items ? (
          items.map((item) => <SentRow key={item.guid} {...{ item, search }} />)
        ) : (
          <WaitingRows count={WAITING_ROWS} cells={CELLS} />
        )}
      </ListTable>
      {list.hasMore && <More busy={list.isFetchingMore} onShow={list.showMore} />}
    </>
  )
}

function More({ busy, onShow }: { busy: boolean; onShow: () => void }) {
  const t = useText()
  useFocusRescueOnLeave()
  return (
    <div className={styles.more}>
      <Button busy={busy} onClick={onShow}>
        {t('history.more')}
      </Button>
    </div>
  )
}
