import { APPROVAL_PAGE_SIZES } from '@rubrica/domain'
import { useState } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { SortSheet } from '../../../shared/ui/lists/sort-sheet.tsx'
import { parseApprovalsState, type ApprovalsState } from './approvals-state.ts'
import { COLUMNS } from './approvals-table.tsx'

interface ApprovalsSortSheetProps {
  open: boolean
  state: ApprovalsState
  onClose: () => void
  onShow: (state: ApprovalsState) => void
}

/** The order of the pending approvals; a choice begins anew. */
export function ApprovalsSortSheet({ open, state, onClose, onShow }: ApprovalsSortSheetProps) {
  const t = useText()
  const [chosen, setChosen] = useState(state)
  return (
    <SortSheet
      {...{ open, onClose, chosen }}
      onChoose={(part) => setChosen(parseApprovalsState({ ...chosen, ...part, page: 1 }))}
      onShow={() => onShow(chosen)}
      columns={COLUMNS.map(({ sort, text }) => ({ sort, label: t(text) }))}
      sizes={APPROVAL_PAGE_SIZES}
    />
  )
}
