import { useText } from '../../../shared/i18n/use-text.ts'
import { ChoiceField } from './choice-field.tsx'
import type { KeyChoice } from './upload-certificate.ts'

interface KeyChoiceFieldProps {
  choices: readonly KeyChoice[]
  selected: string | null
  onSelect: (alias: string) => void
}

/** Which key of the file goes into the vault. */
export function KeyChoiceField({ choices, selected, onSelect }: KeyChoiceFieldProps) {
  const t = useText()
  const named = choices.map(({ Alias, Subject }) => ({
    id: Alias,
    label: Subject || Alias,
    ...(Subject && Alias && Subject !== Alias && { note: Alias }),
  }))
  return (
    <ChoiceField
      legend={<span role="alert">{t('keyFileErrors.P12_SEVERAL_KEYS')}</span>}
      choices={named}
      selected={selected}
      onSelect={onSelect}
    />
  )
}
