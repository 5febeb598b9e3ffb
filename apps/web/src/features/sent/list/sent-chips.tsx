import { writeDay } from '../../../shared/i18n/calendar-days.ts'
import { useLanguage, useText } from '../../../shared/i18n/use-text.ts'
import { FilterChip } from '../../../shared/ui/lists/filter-chip.tsx'
import { STATES } from '../words/state-tag.tsx'
import type { SentFilterProps } from './sent-fields.tsx'
import { useTemplateName } from '../filters/template-names.ts'
import type { SentFilters } from './sent-filters.ts'

/** How each filter is called and what it says, in the order of the fields. */
function useChipTexts(
  { name, state, person, tag, template, silent, since, until, mine }: SentFilters,
  subscription: string | undefined,
) {
  const t = useText()
  const language = useLanguage()
  const nameOf = useTemplateName(subscription, template !== undefined)
  const day = (value: string | undefined) => value && writeDay(value, language)
  return [
    { filter: 'name', label: t('documents.filterName'), value: name },
    { filter: 'state', label: t('sent.state'), value: state && t(STATES[state].text) },
    { filter: 'person', label: t('sent.person'), value: person },
    { filter: 'tag', label: t('documents.tag'), value: tag },
    { filter: 'template', label: t('sent.template'), value: template && nameOf(template) },
    { filter: 'silent', label: t('sent.silent'), value: silent && t('sent.silentDays', { count: silent }) },
    { filter: 'mine', label: t('sent.turnOf'), value: mine && t('sent.mine') },
    { filter: 'since', label: t('search.from'), value: day(since) },
    { filter: 'until', label: t('search.to'), value: day(until) },
  ] as const
}

/** One chip for each filter in use; a press on it takes the filter away. */
export function SentChips({ filters, subscription, onChange }: SentFilterProps) {
  return useChipTexts(filters, subscription).map(
    ({ filter, label, value }) =>
      value && (
        <FilterChip key={filter} name={label} value={value} onRemove={() => onChange({ [filter]: undefined })} />
      ),
  )
}
