import type { ReactNode } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { SelectField } from '../fields/select-field.tsx'

interface SortSheetProps {
  open: boolean
  onClose: () => void
  /** What is chosen so far. */
  chosen: { readonly sort: string; readonly dir: 'asc' | 'des'; readonly size: number | 'all' }
  onChoose: (part: { sort?: string; dir?: string; size?: string }) => void
  onShow: () => void
  columns: readonly { readonly sort: string; readonly label: string }[]
  sizes: readonly (number | 'all')[]
}

const option = (value: string | number, label: ReactNode) => (
  <option key={value} value={value}>
    {label}
  </option>
)

/** Order and page size where the table has no head: on phones. */
export function SortSheet({ open, onClose, chosen, onChoose, onShow, columns, sizes }: SortSheetProps) {
  const t = useText()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('documents.sortTitle')}
      onSubmit={() => {
        onClose()
        onShow()
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
      <SelectField label={t('documents.sortBy')} value={chosen.sort} onChange={(sort) => onChoose({ sort })}>
        {columns.map(({ sort, label }) => option(sort, label))}
      </SelectField>
      <SelectField label={t('documents.direction')} value={chosen.dir} onChange={(dir) => onChoose({ dir })}>
        {option('asc', t('documents.ascending'))}
        {option('des', t('documents.descending'))}
      </SelectField>
      <SelectField label={t('pager.perPage')} value={String(chosen.size)} onChange={(size) => onChoose({ size })}>
        {sizes.map((size) => option(size, size === 'all' ? t('pager.all') : size))}
      </SelectField>
    </Dialog>
  )
}
