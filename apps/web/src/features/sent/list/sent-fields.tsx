import { DOCUMENT_STATES } from '@rubrica/domain'
import { dateWindow } from '../../../shared/i18n/days.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { DateField } from '../../../shared/ui/fields/date-field.tsx'
import { FilterTextField } from '../../../shared/ui/fields/filter-text-field.tsx'
import { SelectField } from '../../../shared/ui/fields/select-field.tsx'
import { TemplateField } from '../filters/template-field.tsx'
import { STATES } from '../words/state-tag.tsx'
import { MAX_FILTER_TEXT, MAX_TAG, SILENT_DAYS, type SentFilters } from './sent-filters.ts'

export interface SentFilterProps {
  filters: SentFilters
  subscription: string | undefined
  /** Takes what is different. */
  onChange: (changed: SentFilters) => void
}

function StateField({ filters, onChange }: Omit<SentFilterProps, 'subscription'>) {
  const t = useText()
  return (
    <SelectField
      label={t('sent.state')}
      value={filters.state ?? ''}
      onChange={(value) => onChange({ state: DOCUMENT_STATES.find((state) => state === value) })}
    >
      <option value="">{t('documents.anyOption')}</option>
      {DOCUMENT_STATES.map((state) => (
        <option key={state} value={state}>
          {t(STATES[state].text)}
        </option>
      ))}
    </SelectField>
  )
}

function SilentField({ filters: { silent }, onChange }: Omit<SentFilterProps, 'subscription'>) {
  const t = useText()
  // An address may name another number of days than the list offers.
  const offered = [...new Set([...SILENT_DAYS, ...(silent === undefined ? [] : [silent])])].sort((a, b) => a - b)
  return (
    <SelectField
      label={t('sent.silent')}
      value={String(silent ?? '')}
      onChange={(value) => onChange({ silent: Number(value) || undefined })}
    >
      <option value="">{t('documents.anyOption')}</option>
      {offered.map((days) => (
        <option key={days} value={days}>
          {t('sent.silentDays', { count: days })}
        </option>
      ))}
    </SelectField>
  )
}

/** The fields of the filters. */
export function SentFields({ filters, subscription, onChange }: SentFilterProps) {
  const t = useText()
  const { earliest, latest } = dateWindow()
  return (
    <>
      <StateField {...{ filters, onChange }} />
      <FilterTextField
        label={t('sent.person')}
        value={filters.person ?? ''}
        maxLength={MAX_FILTER_TEXT}
        onChange={(person) => onChange({ person: person || undefined })}
      />
      <FilterTextField
        label={t('documents.tag')}
        value={filters.tag ?? ''}
        maxLength={MAX_TAG}
        onChange={(tag) => onChange({ tag: tag || undefined })}
      />
      <TemplateField
        template={filters.template}
        subscription={subscription}
        onChange={(template) => onChange({ template })}
      />
      <SilentField {...{ filters, onChange }} />
      <SelectField
        label={t('sent.turnOf')}
        value={filters.mine ? 'true' : ''}
        onChange={(value) => onChange({ mine: value === 'true' ? true : undefined })}
      >
        <option value="">{t('documents.anyOption')}</option>
        <option value="true">{t('sent.mine')}</option>
      </SelectField>
      <DateField
        label={t('search.from')}
        value={filters.since}
        min={earliest}
        max={filters.until ?? latest}
        onChange={(since) => onChange({ since })}
      />
      <DateField
        label={t('search.to')}
        value={filters.until}
        min={filters.since ?? earliest}
        max={latest}
        onChange={(until) => onChange({ until })}
      />
    </>
  )
}
