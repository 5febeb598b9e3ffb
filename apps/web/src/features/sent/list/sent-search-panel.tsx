import type { ReactNode } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { SearchField } from '../../../shared/ui/fields/search-field.tsx'
import { RefreshButton } from '../../../shared/ui/lists/list-head.tsx'
import { SearchPanel } from '../../../shared/ui/lists/search-panel.tsx'
import { SentChips } from './sent-chips.tsx'
import { SentFields } from './sent-fields.tsx'
import { countFilters, MAX_FILTER_TEXT, type SentSearch } from './sent-filters.ts'

interface SentSearchPanelProps {
  search: SentSearch
  subscription: string | undefined
  list: { isFetching: boolean; reload: () => void }
  onChange: (changed: Partial<SentSearch>) => void
  onClear: () => void
  /** The filters that are kept. */
  children: ReactNode
}

/** Everything that the list can be searched and filtered by. */
export function SentSearchPanel(props: SentSearchPanelProps) {
  const { search, subscription, list, onChange, onClear, children } = props
  const t = useText()
  return (
    <SearchPanel
      sessionKey="sentPanel"
      active={countFilters(search)}
      onClear={onClear}
      chips={<SentChips filters={search} subscription={subscription} onChange={onChange} />}
      search={
        <SearchField
          label={t('documents.search')}
          value={search.name ?? ''}
          maxLength={MAX_FILTER_TEXT}
          onChange={(name) => onChange({ name: name || undefined })}
        />
      }
      tools={
        <>
          {children}
          <RefreshButton bordered isFetching={list.isFetching} onRefresh={list.reload} />
        </>
      }
    >
      <SentFields filters={search} subscription={subscription} onChange={onChange} />
    </SearchPanel>
  )
}
