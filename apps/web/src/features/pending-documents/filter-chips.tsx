import { writeDay } from '../../shared/i18n/calendar-days.ts'
import { useLanguage, useText } from '../../shared/i18n/use-text.ts'
import type { DemandedCertificate } from '../../shared/selection/selection-store.ts'
import { FilterChip } from '../../shared/ui/lists/filter-chip.tsx'
import type { ListFilters, ListState } from './list-state.ts'
import { useCertificateChoices } from './use-certificate-choices.ts'

interface FilterChipsProps {
  state: ListState
  /** The certificate that the selected documents demand. */
  locked: DemandedCertificate | null
  onFilter: (filters: ListFilters) => void
  /** Gives the locked certificate free. */
  onUnlock: () => void
}

function CertificateChip({ state: { certificate }, locked, onFilter, onUnlock }: FilterChipsProps) {
  const t = useText()
  const choices = useCertificateChoices({ wanted: certificate, locked })
  const alias = choices.find(({ Guid }) => Guid === certificate)?.Alias ?? ''
  return (
    <FilterChip
      name={t('documents.certificate')}
      value={alias}
      locked={locked !== null}
      removeLabel={locked ? t('documents.removeLock', { alias }) : undefined}
      onRemove={locked ? onUnlock : () => onFilter({ certificate: undefined })}
    />
  )
}

/** One chip for each filter in use; a press on it takes the filter away. */
export function FilterChips(props: FilterChipsProps) {
  const t = useText()
  const language = useLanguage()
  const { name, certificate, tag, sender, from, to } = props.state
  const chip = (key: keyof ListFilters, label: string, value: string) => (
    <FilterChip key={key} name={label} value={value} onRemove={() => props.onFilter({ [key]: undefined })} />
  )
  return (
    <>
      {name !== undefined && chip('name', t('documents.filterName'), name)}
      {tag !== undefined && chip('tag', t('documents.tag'), tag || t('documents.noTag'))}
      {sender !== undefined && chip('sender', t('documents.sender'), sender)}
      {certificate !== undefined && <CertificateChip {...props} />}
      {from !== undefined && chip('from', t('search.from'), writeDay(from, language))}
      {to !== undefined && chip('to', t('search.to'), writeDay(to, language))}
    </>
  )
}
