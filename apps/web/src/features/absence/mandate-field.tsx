import { useQuery } from '@tanstack/react-query'
import { useFailureText } from '../../shared/failures/use-report-failure.ts'
import { writeDay } from '../../shared/i18n/calendar-days.ts'
import { dayOfInstant } from '../../shared/i18n/days.ts'
import { useLanguage, useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { SelectField } from '../../shared/ui/fields/select-field.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { possibleMandatesQuery } from './substitution-calls.ts'

interface MandateFieldProps {
  /** Of the document; empty for none. */
  guid: string
  isTried: boolean
  onChange: (guid: string) => void
}

/** The signed document by which the person authorises their deputy; nothing where they have none and need none. */
export function MandateField({ guid, isTried, onChange }: MandateFieldProps) {
  const t = useText()
  const language = useLanguage()
  const failureText = useFailureText()
  const { data, error, isFetching, refetch } = useQuery(possibleMandatesQuery)
  if (error) {
    return (
      <Notice tone="bad">
        {t('absence.mandatesFailed')} {failureText(error)}{' '}
        <Button size="small" busy={isFetching} onClick={() => void refetch()}>
          {t('common.tryAgain')}
        </Button>
      </Notice>
    )
  }
  if (!data) return null
  const { AreDemanded: areDemanded, Documents: documents } = data
  if (documents.length === 0)
    return areDemanded && <Notice tone={isTried ? 'bad' : 'warn'}>{t('absence.mandatesEmpty')}</Notice>
  return (
    <SelectField
      label={t('absence.mandate')}
      hint={t(areDemanded ? 'absence.mandateDemanded' : 'absence.mandateHint')}
      error={isTried && areDemanded && guid === '' ? t('absence.mandateMissing') : undefined}
      required={areDemanded}
      value={guid}
      onChange={onChange}
    >
      <option value="">{t(areDemanded ? 'absence.mandateChoose' : 'absence.mandateNone')}</option>
      {documents.map((one) => (
        <option key={one.DocumentGUID} value={one.DocumentGUID}>
          {`${one.FileName} (${writeDay(dayOfInstant(new Date(one.SignedAt)), language)})`}
        </option>
      ))}
    </SelectField>
  )
}
