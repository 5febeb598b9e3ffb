import type { ReactNode } from 'react'
import { dateWindow } from '../../../shared/i18n/days.ts'
import { writeDay } from '../../../shared/i18n/calendar-days.ts'
import { useLanguage, useText } from '../../../shared/i18n/use-text.ts'
import { DateField } from '../../../shared/ui/fields/date-field.tsx'
import { FilterChip } from '../../../shared/ui/lists/filter-chip.tsx'
import { SearchField } from '../../../shared/ui/fields/search-field.tsx'
import { SearchPanel } from '../../../shared/ui/lists/search-panel.tsx'
import { SelectField } from '../../../shared/ui/fields/select-field.tsx'
import { activeFilters, NO_FILTERS, offeredTags, UNSPECIFIED_TAG, type ApprovalFilters } from './approval-filters.ts'
import type { PendingApproval } from './pending-approvals.ts'

const MAX_TEXT = 255

interface ApprovalsSearchProps {
  filters: ApprovalFilters
  /** All of them: their tags are offered. */
  approvals: readonly PendingApproval[]
  /** Changes some of the filters. */
  onFilter: (changed: Partial<ApprovalFilters>) => void
  /** Stand last in the bar. */
  tools: ReactNode
}

type FilterProps = Omit<ApprovalsSearchProps, 'tools'>

function TagField({ filters, approvals, onFilter }: FilterProps) {
  const t = useText()
  const { tags, someWithout } = offeredTags(approvals)
  // A tag that was chosen may have left the list with its last approval.
  const gone = filters.tag !== '' && filters.tag !== UNSPECIFIED_TAG && !tags.includes(filters.tag)
  return (
    <SelectField label={t('documents.tag')} value={filters.tag} onChange={(tag) => onFilter({ tag })}>
      <option value="">{t('approvals.anyTag')}</option>
      {(someWithout || filters.tag === UNSPECIFIED_TAG) && (
        <option value={UNSPECIFIED_TAG}>{t('documents.noTag')}</option>
      )}
      {(gone ? [filters.tag, ...tags] : tags).map((tag) => (
        <option key={tag}>{tag}</option>
      ))}
    </SelectField>
  )
}

function DateFields({ filters, onFilter }: Omit<FilterProps, 'approvals'>) {
  const t = useText()
  const { earliest, latest } = dateWindow()
  return (
    <>
      <DateField
        label={t('search.from')}
        value={filters.from || undefined}
        min={earliest}
        max={filters.to || latest}
        onChange={(from = '') => onFilter({ from })}
      />
      <DateField
        label={t('search.to')}
        value={filters.to || undefined}
        min={filters.from || earliest}
        max={latest}
        onChange={(to = '') => onFilter({ to })}
      />
    </>
  )
}

/** The filters in use, by their names and values. */
function useFilterWords(filters: ApprovalFilters) {
  const t = useText()
  const language = useLanguage()
  const words = {
    text: { name: t('documents.filterName'), value: filters.text },
    tag: { name: t('documents.tag'), value: filters.tag === UNSPECIFIED_TAG ? t('documents.noTag') : filters.tag },
    from: { name: t('search.from'), value: filters.from && writeDay(filters.from, language) },
    to: { name: t('search.to'), value: filters.to && writeDay(filters.to, language) },
  } as const satisfies Record<keyof ApprovalFilters, unknown>
  return activeFilters(filters).map((id) => ({ id, ...words[id] }))
}

/** Search and filters of the list; what is chosen holds at once. */
export function ApprovalsSearch({ tools, ...props }: ApprovalsSearchProps) {
  const t = useText()
  const { filters, onFilter } = props
  const words = useFilterWords(filters)
  return (
    <SearchPanel
      sessionKey="approvalPanel"
      search={
        <SearchField
          label={t('documents.search')}
          value={filters.text}
          maxLength={MAX_TEXT}
          delayMs={0}
          onChange={(text) => onFilter({ text })}
        />
      }
      tools={tools}
      active={words.length}
      chips={words.map(({ id, name, value }) => (
        <FilterChip key={id} {...{ name, value }} onRemove={() => onFilter({ [id]: '' })} />
      ))}
      onClear={() => onFilter(NO_FILTERS)}
    >
      <TagField {...props} />
      <DateFields {...props} />
    </SearchPanel>
  )
}
