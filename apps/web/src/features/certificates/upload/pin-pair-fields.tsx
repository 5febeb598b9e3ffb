import { MAX_PIN } from '@rubrica/domain'
import { PasswordField } from '../../../shared/ui/fields/password-field.tsx'
import { useText } from '../../../shared/i18n/use-text.ts'
import styles from './upload.module.css'
import { pinsDiffer, type PinPair } from './pin-pair.ts'

interface PinPairFieldsProps {
  pins: PinPair
  onChange: (changes: Partial<PinPair>) => void
  labels: { readonly pin: string; readonly repeatedPin: string }
  /** What this PIN is for. */
  hint?: string
  disabled?: boolean
}

/** A PIN that is set, typed twice. */
export function PinPairFields({ pins, onChange, labels, hint, disabled }: PinPairFieldsProps) {
  const t = useText()
  const shared = { required: true, maxLength: MAX_PIN, autoComplete: 'new-password', disabled }
  return (
    <div className={styles.pins}>
      <PasswordField
        {...shared}
        label={labels.pin}
        hint={hint}
        value={pins.pin}
        onChange={(pin) => onChange({ pin })}
      />
      <PasswordField
        {...shared}
        label={labels.repeatedPin}
        value={pins.repeatedPin}
        onChange={(repeatedPin) => onChange({ repeatedPin })}
        error={pinsDiffer(pins) ? t('certificates.upload.pinsDiffer') : undefined}
      />
    </div>
  )
}
