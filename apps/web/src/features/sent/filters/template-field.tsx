import { useText } from '../../../shared/i18n/use-text.ts'
import { SelectField } from '../../../shared/ui/fields/select-field.tsx'
import { useTemplateNames } from './template-names.ts'

interface TemplateFieldProps {
  template: string | undefined
  subscription: string | undefined
  onChange: (template: string | undefined) => void
}

/** Shown to who has templates, and where the address names one. */
export function TemplateField({ template, subscription, onChange }: TemplateFieldProps) {
  const t = useText()
  const names = useTemplateNames(subscription)
  if (!names || (names.length === 0 && template === undefined)) return null
  const isOther = template !== undefined && !names.some(({ guid }) => guid === template)
  return (
    <SelectField label={t('sent.template')} value={template ?? ''} onChange={(value) => onChange(value || undefined)}>
      <option value="">{t('documents.anyOption')}</option>
      {names.map(({ guid, name }) => (
        <option key={guid} value={guid}>
          {name}
        </option>
      ))}
      {isOther && <option value={template}>{t('sent.otherTemplate')}</option>}
    </SelectField>
  )
}
