import type { ComponentProps, ReactNode } from 'react'
import type { TextKey } from '../../i18n/text-keys.ts'
import { useText } from '../../i18n/use-text.ts'
import styles from './growing-table.module.css'
import { ListTable, WaitingRows } from './list-table.tsx'
import { MoreButton, type MoreButtonProps } from './more-button.tsx'

/** Rows of the grey list that stands in for the first answer. */
const WAITING_ROWS = 5

interface GrowingTableProps {
  label: string
  className: string | undefined
  /** The heads of the columns; the one after them holds what can be done with a row. */
  columns: readonly TextKey[]
  /** The head of the boxes that select, where rows have them. */
  select?: ReactNode
  /** The cells of a row that waits, that of the actions too. */
  cells: ComponentProps<typeof WaitingRows>['cells']
  /** Undefined until the first of them are there. */
  rows: ReactNode[] | undefined
  /** Null once all rows are there. */
  more: MoreButtonProps | null
}

/** A list in one order that grows by pages, each under the one before. */
export function GrowingTable({ label, className, columns, select, cells, rows, more }: GrowingTableProps) {
  const t = useText()
  return (
    <>
      <ListTable
        label={label}
        className={className}
        head={
          <>
            {select}
            {columns.map((text) => (
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
        {rows ?? <WaitingRows count={WAITING_ROWS} cells={cells} />}
      </ListTable>
      {more && (
        <div className={styles.more}>
          <MoreButton {...more} />
        </div>
      )}
    </>
  )
}
