import { useText } from '../../shared/i18n/use-text.ts'
import { clearSelection, type Selection } from '../../shared/selection/selection-store.ts'
import { RefreshButton } from '../../shared/ui/lists/list-head.tsx'
import { SearchField } from '../../shared/ui/fields/search-field.tsx'
import { SearchPanel } from '../../shared/ui/lists/search-panel.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FilterFields } from './filter-fields.tsx'
import type { ListFilters, ListState } from './list-state.ts'
import { MAX_FILTER_TEXT } from './parse-list-state.ts'
import { countFilters } from './list-changes.ts'

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
      tools={<RefreshButton bordered {...{ isFetching, onRefresh }} />}
    >
      <FilterFields {...parts} />
    </SearchPanel>
  )
}
