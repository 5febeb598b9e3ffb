import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { Checkbox } from '../../shared/ui/checkbox.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { ApprovalRow } from './approval-row.tsx'
import { sortApprovalsBy, type ApprovalColumn, type ApprovalsState } from './approvals-list.ts'
import styles from './approvals-table.module.css'
import { setSelected } from './kept-choices.ts'
import type { PendingApproval } from './pending-approvals.ts'

/** The columns in their order, with their text. */
export const COLUMNS = [
  { sort: 'SignerName', text: 'approvals.signer' },
  { sort: 'FileName', text: 'documents.name' },
  { sort: 'UploadTime', text: 'documents.sent' },
  { sort: 'Tag', text: 'documents.tag' },
] as const satisfies readonly { sort: ApprovalColumn; text: string }[]

/** Rows of the grey list that stands in for the first answer. */
const WAITING_ROWS = 5

interface ApprovalsTableProps {
  state: ApprovalsState
  /** Absent until the first answer. */
  rows: readonly PendingApproval[] | undefined
  selected: ReadonlySet<string>
  onShow: (state: ApprovalsState) => void
  /** The button that stands in the head. */
  refresh: ReactNode
}

function SortCell({
  state,
  column,
  onShow,
}: Pick<ApprovalsTableProps, 'state' | 'onShow'> & {
  column: (typeof COLUMNS)[number]
}) {
  const t = useText()
  const sorted = state.sort === column.sort
  const Arrow = sorted && state.dir === 'des' ? ArrowDown : ArrowUp
  return (
    <th role="columnheader" aria-sort={sorted ? (state.dir === 'asc' ? 'ascending' : 'descending') : undefined}>
      <button type="button" className={styles.sort} onClick={() => onShow(sortApprovalsBy(state, column.sort))}>
        {t(column.text)}
        <Arrow size={14} aria-hidden />
      </button>
    </th>
  )
}

interface SelectShownProps extends Pick<ApprovalsTableProps, 'rows' | 'selected'> {
  labelHidden?: boolean
}

/** Selects every row that is shown, or none of them. */
function SelectShown({ rows, selected, labelHidden }: SelectShownProps) {
  const t = useText()
  const guids = (rows ?? []).map(({ ApproverGuid }) => ApproverGuid)
  const count = guids.filter((guid) => selected.has(guid)).length
  const all = count > 0 && count === guids.length
  return (
    <Checkbox
      labelHidden={labelHidden}
      label={t('documents.selectPage')}
      checked={all}
      indeterminate={count > 0 && !all}
      disabled={guids.length === 0}
      onChange={(checked) => setSelected(guids, checked)}
    />
  )
}

/** Rows in the height they will have, so that nothing moves when they come. */
function SkeletonRows() {
  return Array.from({ length: WAITING_ROWS }, (_, i) => (
    <tr key={i} role="row" className={styles.waiting}>
      {['check', 'signer', 'name', 'date', 'tags', 'see'].map((cell, column) => (
        <td key={cell} role="cell" className={styles[cell]}>
          {cell !== 'check' && <Skeleton width={80 - ((i + column) % 3) * 14} />}
        </td>
      ))}
    </tr>
  ))
}

/**
 * The list as a table; in a narrow card each row becomes a card of its own. The roles are written out because such a
 * layout takes them away from table elements.
 */
export function ApprovalsTable({ state, rows, selected, onShow, refresh }: ApprovalsTableProps) {
  const t = useText()
  return (
    <>
      <div className={styles.narrowSelect}>
        <SelectShown rows={rows} selected={selected} />
      </div>
      <table role="table" className={styles.table} aria-label={t('titles.approvals')}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" className={styles.check}>
              <SelectShown labelHidden rows={rows} selected={selected} />
            </th>
            {COLUMNS.map((column) => (
              <SortCell key={column.sort} {...{ state, column, onShow }} />
            ))}
            <th role="columnheader" className={styles.see}>
              <span className="sr-only">{t('documents.actions')}</span>
              {refresh}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows ? (
            rows.map((approval) => (
              <ApprovalRow
                key={approval.ApproverGuid}
                approval={approval}
                selected={selected.has(approval.ApproverGuid)}
                list={state}
              />
            ))
          ) : (
            <SkeletonRows />
          )}
        </tbody>
      </table>
    </>
  )
}
