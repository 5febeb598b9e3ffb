import { cachedPendingDocuments } from '../../shared/api/pending-documents.ts'
import { tagsOf } from '../../shared/api/tags-of.ts'
import { dateWindow } from '../../shared/i18n/days.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { mixCertificates, type DemandedCertificate } from '../../shared/selection/selection-store.ts'
import { DateField } from '../../shared/ui/fields/date-field.tsx'
import { FilterTextField } from '../../shared/ui/fields/filter-text-field.tsx'
import { SelectField } from '../../shared/ui/fields/select-field.tsx'
import type { ListFilters, ListState } from './list-state.ts'
import { MAX_FILTER_TEXT } from './parse-list-state.ts'
import { useCertificateChoices } from './use-certificate-choices.ts'

interface FilterFieldsProps {
  state: ListState
  /** The certificate that the selected documents demand. */
  locked: DemandedCertificate | null
  onFilter: (filters: ListFilters) => void
}

/** A tag, or the word for documents that have none. */
function TagField({ state, onFilter }: Pick<FilterFieldsProps, 'state' | 'onFilter'>) {
  const t = useText()
  const none = t('documents.noTag')
  const isNone = (text: string) => text.toLocaleLowerCase() === none.toLocaleLowerCase()
  const seen = new Set(cachedPendingDocuments().flatMap(({ Tag }) => tagsOf(Tag)))
  return (
    <FilterTextField
      label={t('documents.tag')}
      value={state.tag === '' ? none : (state.tag ?? '')}
      maxLength={MAX_FILTER_TEXT}
      suggestions={[none, ...[...seen].toSorted((a, b) => a.localeCompare(b))]}
      onChange={(text) => onFilter({ tag: isNone(text) ? '' : text || undefined })}
    />
  )
}

/** Which certificate documents demand. While the selection locks it to one, "all" lifts that and is the other choice. */
function CertificateField({ state, locked, onFilter }: FilterFieldsProps) {
  const t = useText()
  const choices = useCertificateChoices({ wanted: state.certificate, locked })
  const certificates = locked ? [locked] : choices
  if (certificates.length === 0) return null
  return (
    <SelectField
      label={t('documents.certificate')}
      hint={locked ? t('documents.lockHint') : undefined}
      value={state.certificate ?? ''}
      onChange={(guid) => {
        if (locked) mixCertificates()
        onFilter({ certificate: guid || undefined })
      }}
    >
      <option value="">{t('documents.allCertificates')}</option>
      {certificates.map(({ Guid, Alias }) => (
        <option key={Guid} value={Guid}>
          {Alias}
        </option>
      ))}
    </SelectField>
  )
}

/** What the list can be filtered by besides the file name. */
export function FilterFields(props: FilterFieldsProps) {
  const t = useText()
  const { state, onFilter } = props
  const { earliest, latest } = dateWindow()
  return (
    <>
      <TagField state={state} onFilter={onFilter} />
      <FilterTextField
        label={t('documents.sender')}
        value={state.sender ?? ''}
        maxLength={MAX_FILTER_TEXT}
        onChange={(sender) => onFilter({ sender: sender || undefined })}
      />
      <CertificateField {...props} />
      <DateField
        label={t('search.from')}
        value={state.from}
        min={earliest}
        max={state.to ?? latest}
        onChange={(from) => onFilter({ from })}
      />
      <DateField
        label={t('search.to')}
        value={state.to}
        min={state.from ?? earliest}
        max={latest}
        onChange={(to) => onFilter({ to })}
      />
    </>
  )
}
