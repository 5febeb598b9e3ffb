import { RefreshCw } from 'lucide-react'
import { useText } from '../../shared/i18n/use-text.ts'
import { clearSelection, type Selection } from '../../shared/selection/selection-store.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { SearchField } from '../../shared/ui/search-field.tsx'
import { SearchPanel } from '../../shared/ui/search-panel.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FilterFields } from './filter-fields.tsx'
import { MAX_FILTER_TEXT, type ListFilters, type ListState } from './list-state.ts'
import { countFilters } from './list-changes.ts'
import styles from './pending-documents.module.css'

interface ListSearchProps {
  /** What the list shows. */
  state: ListState
  selection: Selection
  isFetching: boolean
  onFilter: (filters: ListFilters) => void
  onClear: () => void
  onRefresh: () => void
}

/** Everything that the list can be searched and filtered by. */
export function ListSearch({ state, selection, isFetching, onFilter, onClear, onRefresh }: ListSearchProps) {
  const t = useText()
  const parts = { state, locked: selection.certificate, onFilter }
  return (
    <SearchPanel
      sessionKey="documentPanel"
      active={countFilters(state)}
      onClear={onClear}
      chips={<FilterChips {...parts} onUnlock={clearSelection} />}
      search={
        <SearchField
          label={t('documents.search')}
          value={state.name ?? ''}
          maxLength={MAX_FILTER_TEXT}
          onChange={(name) => onFilter({ name: name || undefined })}
        />
      }
      tools={
        <IconButton
          bordered
          icon={RefreshCw}
          label={t('documents.refresh')}
          className={classNames(isFetching && styles.turning)}
          onClick={onRefresh}
        />
      }
    >
      <FilterFields {...parts} />
    </SearchPanel>
  )
}
