import { APPROVAL_PAGE_SIZES } from '@rubrica/domain'
import { useState } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { SelectField } from '../../shared/ui/select-field.tsx'
import { parseApprovalsState, type ApprovalsState } from './approvals-list.ts'
import { COLUMNS } from './approvals-table.tsx'

interface ApprovalsSortSheetProps {
  open: boolean
  state: ApprovalsState
  onClose: () => void
  onShow: (state: ApprovalsState) => void
}

/** Order and page size where the table has no head: on phones. */
export function ApprovalsSortSheet({ open, state, onClose, onShow }: ApprovalsSortSheetProps) {
  const t = useText()
  const [chosen, setChosen] = useState(state)
  const choose = (part: object) => setChosen(parseApprovalsState({ ...chosen, ...part, page: 1 }))
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('documents.sortTitle')}
      onSubmit={() => {
        onClose()
        onShow(chosen)
      }}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" kind="primary">
            {t('documents.showList')}
          </Button>
        </>
      }
    >
      <SelectField label={t('documents.sortBy')} value={chosen.sort} onChange={(sort) => choose({ sort })}>
        {COLUMNS.map((column) => (
          <option key={column.sort} value={column.sort}>
            {t(column.text)}
          </option>
        ))}
      </SelectField>
      <SelectField label={t('documents.direction')} value={chosen.dir} onChange={(dir) => choose({ dir })}>
        <option value="asc">{t('documents.ascending')}</option>
        <option value="des">{t('documents.descending')}</option>
      </SelectField>
      <SelectField label={t('pager.perPage')} value={String(chosen.size)} onChange={(size) => choose({ size })}>
        {APPROVAL_PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {size === 'all' ? t('pager.all') : size}
          </option>
        ))}
      </SelectField>
    </Dialog>
  )
}
