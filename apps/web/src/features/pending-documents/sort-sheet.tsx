import { SIGNING_PAGE_SIZES } from '@rubrica/domain'
import { useState } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { SelectField } from '../../shared/ui/select-field.tsx'
import { COLUMNS } from './documents-table.tsx'
import { resizePage } from '../../shared/ui/page-range.ts'
import { parseListState, type ListState } from './list-state.ts'

interface SortSheetProps {
  open: boolean
  state: ListState
  onClose: () => void
  onShow: (state: ListState) => void
}

/** Order and page size where the table has no head: on phones. */
export function SortSheet({ open, state, onClose, onShow }: SortSheetProps) {
  const t = useText()
  const [chosen, setChosen] = useState(state)
  const choose = (part: object) => setChosen(parseListState({ ...chosen, ...part }))
  const show = () => {
    const sameOrder = chosen.sort === state.sort && chosen.dir === state.dir
    onClose()
    onShow(sameOrder ? { ...chosen, page: resizePage(state.page, state.size, chosen.size) } : { ...chosen, page: 1 })
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('documents.sortTitle')}
      onSubmit={show}
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
        {SIGNING_PAGE_SIZES.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </SelectField>
    </Dialog>
  )
}
