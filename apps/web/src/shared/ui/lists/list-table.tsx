import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { tagsOf } from '../../api/tags-of.ts'
import { useText } from '../../i18n/use-text.ts'
import { Checkbox } from '../fields/checkbox.tsx'
import { classNames } from '../class-names.ts'
import { WaitingWords } from './file-words.tsx'
import styles from './list-table.module.css'
import { Skeleton } from './skeleton.tsx'
import { Tag } from './tag.tsx'
import { useIsNarrow } from '../use-is-narrow.ts'

/** The cells that every list of documents has; a list adds its own. */
type ListCell = 'select' | 'name' | 'person' | 'date' | 'tags' | 'see'

/** Class names of a cell: those of every list, and the list's own. */
export const cellClass = (cell: ListCell, own?: string) => classNames(styles[cell], own)

interface SortButtonProps {
  /** Opens the choice of the order, where a narrow card leaves no room for the heads of columns. */
  onSort: () => void
  /** By which column the list is sorted, as its head says it. */
  sortedBy: string
  direction: 'asc' | 'des'
}

interface ListTableProps {
  label: string
  className?: string
  /** Absent where the list has one order. */
  sorting?: SortButtonProps
  /** The cells of the head's one row. */
  head: ReactNode
  children: ReactNode
}

/**
 * A list as a table; in a narrow card each row becomes a card of its own. The roles are written out because such a
 * layout takes them away from table elements.
 */
export function ListTable({ label, className, sorting, head, children }: ListTableProps) {
  return (
    <div className={styles.list} data-sorted={sorting !== undefined || undefined}>
      {sorting && <SortButton {...sorting} />}
      <table role="table" className={classNames(styles.table, className)} aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">{head}</tr>
        </thead>
        <tbody role="rowgroup">{children}</tbody>
      </table>
    </div>
  )
}

/** How a narrow card is sorted, and the way to change it: beside the box that selects all. */
function SortButton({ onSort, sortedBy, direction }: SortButtonProps) {
  const t = useText()
  const Arrow = direction === 'des' ? ArrowDown : ArrowUp
  return (
    <button type="button" className={styles.sortButton} onClick={onSort}>
      <span>{t('documents.sortedBy', { column: sortedBy })}</span> <Arrow size={16} aria-hidden />
      <span className="sr-only"> {t(direction === 'des' ? 'documents.descending' : 'documents.ascending')}</span>
    </button>
  )
}

interface SortHeadProps {
  /** In which direction the list is sorted by this column; undefined when by another. */
  direction: 'asc' | 'des' | undefined
  onSort: () => void
  children: string
}

/** The head of a column by which the list can be sorted. */
export function SortHead({ direction, onSort, children }: SortHeadProps) {
  const Arrow = direction === 'des' ? ArrowDown : ArrowUp
  return (
    <th role="columnheader" aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}>
      <button type="button" className={styles.sort} onClick={onSort}>
        {children}
        <Arrow size={14} aria-hidden />
      </button>
    </th>
  )
}

interface SelectHeadProps {
  selectable: number
  selected: number
  onSelect: (isSelected: boolean) => void
}

/** Selects all of the page that can be selected, or none of it. */
export function SelectHead({ selectable, selected, onSelect }: SelectHeadProps) {
  const t = useText()
  const isAll = selectable > 0 && selected === selectable
  return (
    <th role="columnheader" className={styles.select}>
      <Checkbox
        label={t('documents.selectPage')}
        labelHidden={!useIsNarrow()}
        checked={isAll}
        indeterminate={selected > 0 && !isAll}
        disabled={selectable === 0}
        onChange={() => onSelect(!isAll)}
      />
    </th>
  )
}

/** The cell with the tags of a document. */
export function TagsCell({ tag }: { tag: string }) {
  const t = useText()
  const tags = tagsOf(tag)
  return (
    <td role="cell" className={styles.tags} data-empty={tags.length === 0 || undefined}>
      {tags.map((word) => (
        <Tag key={word}>
          <bdi title={word}>{word}</bdi>
        </Tag>
      ))}
      {tags.length === 0 && <span className="muted">{t('documents.noTag')}</span>}
    </td>
  )
}

interface WaitingRowsProps {
  count: number
  /** Class names of a row's cells, in their order. */
  cells: readonly { readonly kind: ListCell | 'other'; readonly className?: string }[]
}

const widthOf = (place: number) => 80 - (place % 4) * 12

/** Rows in the height they will have, so that nothing moves when they come. */
export function WaitingRows({ count, cells }: WaitingRowsProps) {
  return Array.from({ length: count }, (_, i) => (
    <tr key={i} role="row" data-waiting>
      {cells.map(({ kind, className }, column) => (
        <td key={column} role="cell" className={kind === 'other' ? className : cellClass(kind, className)}>
          {kind === 'name' && <WaitingWords width={widthOf(i + column)} />}
          {kind !== 'name' && kind !== 'select' && (
            <span>
              <Skeleton width={widthOf(i + column)} />
            </span>
          )}
        </td>
      ))}
    </tr>
  ))
}
