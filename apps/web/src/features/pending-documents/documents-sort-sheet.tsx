import { SIGNING_PAGE_SIZES } from '@rubrica/domain'
import { useState } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { resizePage } from '../../shared/ui/lists/page-range.ts'
import { SortSheet } from '../../shared/ui/lists/sort-sheet.tsx'
import { COLUMNS } from './documents-table.tsx'
import type { ListState } from './list-state.ts'
import { parseListState } from './parse-list-state.ts'

interface DocumentsSortSheetProps {
  open: boolean
  state: ListState
  onClose: () => void
  onShow: (state: ListState) => void
}

/** The order of the pending documents; another page size keeps the place, another order begins anew. */
export function DocumentsSortSheet({ open, state, onClose, onShow }: DocumentsSortSheetProps) {
  const t = useText()
  const [chosen, setChosen] = useState(state)
  const show = () => {
    const sameOrder = chosen.sort === state.sort && chosen.dir === state.dir
    onShow(sameOrder ? { ...chosen, page: resizePage(state.page, state.size, chosen.size) } : { ...chosen, page: 1 })
  }
  return (
    <SortSheet
      {...{ open, onClose, chosen }}
      onChoose={(part) => setChosen(parseListState({ ...chosen, ...part }))}
      onShow={show}
      columns={COLUMNS.map(({ sort, text }) => ({ sort, label: t(text) }))}
      sizes={SIGNING_PAGE_SIZES}
    />
  )
}
