import { ArrowDown, ArrowUp } from 'lucide-react'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { isSelectable, type Selection } from '../../shared/selection/selection-store.ts'
import { Checkbox } from '../../shared/ui/checkbox.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useIsNarrow } from '../../shared/ui/use-is-narrow.ts'
import { DocumentRow } from './document-row.tsx'
import styles from './documents-table.module.css'
import { sortBy, type ListState, type SortColumn } from './list-state.ts'

/** The sortable columns in their order, with their text. */
export const COLUMNS = [
  { sort: 'FileName', text: 'documents.name' },
  { sort: 'UploadTime', text: 'documents.sent' },
  { sort: 'Tag', text: 'documents.tag' },
  { sort: 'SenderName', text: 'documents.sender' },
  { sort: 'Certificate', text: 'documents.certificate' },
] as const satisfies readonly { sort: SortColumn; text: string }[]

function HeadCell({
  state,
  column,
  onShow,
}: {
  state: ListState
  column: (typeof COLUMNS)[number]
  onShow: (state: ListState) => void
}) {
  const t = useText()
  const sorted = state.sort === column.sort
  const Arrow = sorted && state.dir === 'des' ? ArrowDown : ArrowUp
  return (
    <th role="columnheader" aria-sort={sorted ? (state.dir === 'asc' ? 'ascending' : 'descending') : undefined}>
      <button type="button" className={styles.sort} onClick={() => onShow(sortBy(state, column.sort))}>
        {t(column.text)}
        <Arrow size={14} aria-hidden />
      </button>
    </th>
  )
}

/** Rows in the height they will have, so that nothing moves when they come. */
function SkeletonRows({ count }: { count: number }) {
  return Array.from({ length: count }, (_, i) => (
    <tr key={i} role="row" className={styles.waiting}>
      <td role="cell" className={styles.select} />
      <td role="cell" className={styles.name}>
        <span className={styles.icon} aria-hidden />
        <span className={styles.words}>
          <Skeleton width={78 - (i % 4) * 11} />
        </span>
      </td>
      {['date', 'tags', 'sender', 'certificate', 'see'].map((cell, column) => (
        <td key={cell} role="cell" className={styles[cell]}>
          <Skeleton width={80 - ((i + column) % 3) * 14} />
        </td>
      ))}
    </tr>
  ))
}

interface DocumentsTableProps {
  state: ListState
  /** Absent until the first answer. */
  rows: readonly PendingDocument[] | undefined
  selection: Selection
  onShow: (state: ListState) => void
  onSelect: (documents: readonly PendingDocument[], isSelected: boolean) => void
}

/** Selects all of the page that can be selected, or none of it. */
function SelectPage({ rows, selection, onSelect }: Pick<DocumentsTableProps, 'rows' | 'selection' | 'onSelect'>) {
  const t = useText()
  const selectable = (rows ?? []).filter(isSelectable)
  const selected = selectable.filter(({ SignerDTO }) => selection.has(SignerDTO.SignerGUID))
  const isAll = selectable.length > 0 && selected.length === selectable.length
  return (
    <th role="columnheader" className={styles.select}>
      <Checkbox
        label={t('documents.selectPage')}
        labelHidden={!useIsNarrow()}
        checked={isAll}
        indeterminate={selected.length > 0 && !isAll}
        disabled={selectable.length === 0}
        onChange={() => onSelect(selectable, !isAll)}
      />
    </th>
  )
}

/**
 * The list as a table; in a narrow card each row becomes a card of its own. The roles are written out because such a
 * layout takes them away from table elements.
 */
export function DocumentsTable({ state, rows, selection, onShow, onSelect }: DocumentsTableProps) {
  const t = useText()
  return (
    <table role="table" className={styles.table} aria-label={t('titles.documents')}>
      <thead role="rowgroup">
        <tr role="row">
          <SelectPage {...{ rows, selection, onSelect }} />
          {COLUMNS.map((column) => (
            <HeadCell key={column.sort} {...{ state, column, onShow }} />
          ))}
          <th role="columnheader">
            <span className="sr-only">{t('documents.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows ? (
          rows.map((document) => (
            <DocumentRow
              key={document.SignerDTO.SignerGUID}
              document={document}
              list={state}
              isSelected={selection.has(document.SignerDTO.SignerGUID)}
              onSelect={(isSelected) => onSelect([document], isSelected)}
            />
          ))
        ) : (
          <SkeletonRows count={state.size} />
        )}
      </tbody>
    </table>
  )
}
