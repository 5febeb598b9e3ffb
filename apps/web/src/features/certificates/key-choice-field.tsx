import { useId } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import styles from './certificates.module.css'
import type { KeyChoice } from './upload-certificate.ts'

interface KeyChoiceFieldProps {
  choices: readonly KeyChoice[]
  selected: string | null
  onSelect: (alias: string) => void
}

/** Which key of the file goes into the vault. */
export function KeyChoiceField({ choices, selected, onSelect }: KeyChoiceFieldProps) {
  const t = useText()
  const name = useId()
  return (
    <fieldset className={styles.choices}>
      <legend>
        <span role="alert">{t('errors.P12_SEVERAL_KEYS')}</span>
      </legend>
      {choices.map(({ Alias, Subject }) => (
        <label key={Alias}>
          <input type="radio" name={name} checked={selected === Alias} onChange={() => onSelect(Alias)} />
          <span>
            {Subject || Alias}
            {Subject && Alias && Subject !== Alias && <small className="muted">{Alias}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
