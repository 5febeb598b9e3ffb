import type { ReactNode } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { cellClass, ListTable, SelectHead, SortHead, WaitingRows } from '../../../shared/ui/lists/list-table.tsx'
import { ApprovalRow } from './approval-row.tsx'
import { sortApprovalsBy } from './approvals-list.ts'
import type { ApprovalColumn, ApprovalsState } from './approvals-state.ts'
import styles from './approvals-table.module.css'
import { setSelected } from './kept-choices.ts'
import type { PendingApproval } from './pending-approvals.ts'
import type { ShowApprovals } from './use-approvals-navigation.ts'

/** The columns in their order, with their text. */
export const COLUMNS = [
  { sort: 'SignerName', text: 'approvals.signer' },
  { sort: 'FileName', text: 'documents.name' },
  { sort: 'UploadTime', text: 'documents.sent' },
  { sort: 'Tag', text: 'documents.tag' },
] as const satisfies readonly { sort: ApprovalColumn; text: string }[]

const CELLS = [
  { kind: 'select' },
  { kind: 'person' },
  { kind: 'name' },
  { kind: 'date' },
  { kind: 'tags' },
  { kind: 'see' },
] as const

/** Rows of the grey list that stands in for the first answer. */
const WAITING_ROWS = 5

interface ApprovalsTableProps {
  state: ApprovalsState
  /** Absent until the first answer. */
  rows: readonly PendingApproval[] | undefined
  selected: ReadonlySet<string>
  onShow: ShowApprovals
  /** Opens the choice of the order. */
  onSort: () => void
  /** The button that stands in the head. */
  refresh: ReactNode
}

function Head({ state, rows, selected, onShow, refresh }: ApprovalsTableProps) {
  const t = useText()
  const guids = (rows ?? []).map(({ ApproverGuid }) => ApproverGuid)
  return (
    <>
      <SelectHead
        selectable={guids.length}
        selected={guids.filter((guid) => selected.has(guid)).length}
        onSelect={(isSelected) => setSelected(guids, isSelected)}
      />
      {COLUMNS.map(({ sort, text }) => (
        <SortHead
          key={sort}
          direction={state.sort === sort ? state.dir : undefined}
          onSort={() => onShow((now) => sortApprovalsBy(now, sort))}
        >
          {t(text)}
        </SortHead>
      ))}
      <th role="columnheader" className={cellClass('see')}>
        <span className="sr-only">{t('documents.actions')}</span>
        {refresh}
      </th>
    </>
  )
}

/** The pending approvals of one page. */
export function ApprovalsTable(props: ApprovalsTableProps) {
  const t = useText()
  const { state, rows, selected, onSort } = props
  return (
    <ListTable
      label={t('header.approvals')}
      className={styles.table}
      sorting={{ onSort, sortedBy: t(COLUMNS.find(({ sort }) => sort === state.sort)!.text), direction: state.dir }}
      head={<Head {...props} />}
    >
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
        <WaitingRows count={WAITING_ROWS} cells={CELLS} />
      )}
    </ListTable>
  )
}
