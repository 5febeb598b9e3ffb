import { HISTORY_ACTS } from '@rubrica/domain'
import { writeDay } from '../../shared/i18n/calendar-days.ts'
import { dateWindow } from '../../shared/i18n/days.ts'
import { useLanguage, useText } from '../../shared/i18n/use-text.ts'
import { DateField } from '../../shared/ui/fields/date-field.tsx'
import { FilterTextField } from '../../shared/ui/fields/filter-text-field.tsx'
import { SearchField } from '../../shared/ui/fields/search-field.tsx'
import { SelectField } from '../../shared/ui/fields/select-field.tsx'
import { FilterChip } from '../../shared/ui/lists/filter-chip.tsx'
import { RefreshButton } from '../../shared/ui/lists/list-head.tsx'
import { SearchPanel } from '../../shared/ui/lists/search-panel.tsx'
import { countFilters, MAX_FILTER_TEXT, type HistoryFilters } from './history-filters.ts'

interface HistorySearchProps {
  filters: HistoryFilters
  isFetching: boolean
  /** Changes some of the filters. */
  onFilter: (changed: HistoryFilters) => void
  onClear: () => void
  onRefresh: () => void
}

type FieldsProps = Pick<HistorySearchProps, 'filters' | 'onFilter'>

function Fields({ filters, onFilter }: FieldsProps) {
  const t = useText()
  const { earliest, latest } = dateWindow()
  return (
    <>
      <SelectField
        label={t('history.act')}
        value={filters.act ?? ''}
        onChange={(value) => onFilter({ act: HISTORY_ACTS.find((act) => act === value) })}
      >
        <option value="">{t('documents.anyOption')}</option>
        {HISTORY_ACTS.map((act) => (
          <option key={act} value={act}>
            {t(`history.acts.${act}`)}
          </option>
        ))}
      </SelectField>
      <FilterTextField
        label={t('documents.sender')}
        value={filters.sender ?? ''}
        maxLength={MAX_FILTER_TEXT}
        onChange={(sender) => onFilter({ sender: sender || undefined })}
      />
      <DateField
        label={t('search.from')}
        value={filters.from}
        min={earliest}
        max={filters.to ?? latest}
        onChange={(from) => onFilter({ from })}
      />
      <DateField
        label={t('search.to')}
        value={filters.to}
        min={filters.from ?? earliest}
        max={latest}
        onChange={(to) => onFilter({ to })}
      />
    </>
  )
}

/** One chip for each filter in use; a press on it takes the filter away. */
function Chips({ filters, onFilter }: FieldsProps) {
  const t = useText()
  const language = useLanguage()
  const { name, sender, act, from, to } = filters
  const chip = (key: keyof HistoryFilters, label: string, value: string) => (
    <FilterChip key={key} name={label} value={value} onRemove={() => onFilter({ [key]: undefined })} />
  )
  return (
    <>
      {name !== undefined && chip('name', t('documents.filterName'), name)}
      {act !== undefined && chip('act', t('history.act'), t(`history.acts.${act}`))}
      {sender !== undefined && chip('sender', t('documents.sender'), sender)}
      {from !== undefined && chip('from', t('search.from'), writeDay(from, language))}
      {to !== undefined && chip('to', t('search.to'), writeDay(to, language))}
    </>
  )
}

/** Everything that the list can be searched and filtered by. */
export function HistorySearch({ filters, isFetching, onFilter, onClear, onRefresh }: HistorySearchProps) {
  const t = useText()
  return (
    <SearchPanel
      sessionKey="historyPanel"
      active={countFilters(filters)}
      onClear={onClear}
      chips={<Chips {...{ filters, onFilter }} />}
      search={
        <SearchField
          label={t('documents.search')}
          value={filters.name ?? ''}
          maxLength={MAX_FILTER_TEXT}
          onChange={(name) => onFilter({ name: name || undefined })}
        />
      }
      tools={<RefreshButton bordered {...{ isFetching, onRefresh }} />}
    >
      <Fields {...{ filters, onFilter }} />
    </SearchPanel>
  )
}
