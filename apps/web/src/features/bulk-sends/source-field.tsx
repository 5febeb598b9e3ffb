import { useText } from '../../shared/i18n/use-text.ts'
import { SelectField } from '../../shared/ui/fields/select-field.tsx'
import { TextField } from '../../shared/ui/fields/text-field.tsx'
import styles from './bulk-sends.module.css'
import type { Source } from './guess-mapping.ts'

interface SourceFieldProps {
  label: string
  hint?: string
  columns: readonly string[]
  source: Source | undefined
  /** What each row has of its own is never the same text for all. */
  isOnlyColumn?: boolean
  onChange: (source: Source | undefined) => void
}

/** Where something comes from: a column, or one text for all rows. */
export function SourceField({ label, hint, columns, source, isOnlyColumn, onChange }: SourceFieldProps) {
  const t = useText()
  const value = source === undefined ? '' : 'column' in source ? String(source.column) : 'text'
  const choose = (chosen: string) =>
    onChange(chosen === '' ? undefined : chosen === 'text' ? { text: '' } : { column: Number(chosen) })
  return (
    <div className={styles.source}>
      <SelectField {...{ label, hint, value }} onChange={choose}>
        <option value="">{t('bulkSends.notGiven')}</option>
        {columns.map((name, index) => (
          <option key={index} value={index}>
            {name === '' ? t('bulkSends.columnNamed', { number: index + 1 }) : name}
          </option>
        ))}
        {!isOnlyColumn && <option value="text">{t('bulkSends.sameForAll')}</option>}
      </SelectField>
      {source && 'text' in source && (
        <TextField
          label={t('bulkSends.textFor', { what: label })}
          maxLength={2000}
          value={source.text}
          onChange={(text) => onChange({ text })}
        />
      )}
    </div>
  )
}
