import { PASSING_ON, type PassingOn } from '@rubrica/domain'
import { useText } from '../i18n/use-text.ts'
import { SelectField } from '../ui/fields/select-field.tsx'

interface PassingOnFieldProps {
  value: PassingOn
  onChange: (value: PassingOn) => void
}

/** Whether who is asked to sign may name somebody else in their place. */
export function PassingOnField({ value, onChange }: PassingOnFieldProps) {
  const t = useText()
  return (
    <SelectField
      label={t('send.passingOn.label')}
      hint={t('send.passingOn.hint')}
      value={value}
      onChange={(chosen) => onChange(chosen as PassingOn)}
    >
      {PASSING_ON.map((one) => (
        <option key={one} value={one}>
          {t(`send.passingOn.${one}`)}
        </option>
      ))}
    </SelectField>
  )
}
