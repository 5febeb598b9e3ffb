import { useText } from '../i18n/use-text.ts'
import { PasswordField } from '../ui/fields/password-field.tsx'
import type { NewPassword } from './new-password.ts'
import { PasswordChecklist } from './password-checklist.tsx'
import styles from './new-password-fields.module.css'

interface NewPasswordFieldsProps extends NewPassword {
  onChange: (changes: Partial<NewPassword>) => void
  disabled?: boolean
}

/** A new password, typed twice beside the list of its rules. */
export function NewPasswordFields({ password, repeated, onChange, disabled }: NewPasswordFieldsProps) {
  const t = useText()
  const differs = repeated !== '' && repeated !== password
  return (
    <div className={styles.fields}>
      <div className={styles.inputs}>
        <PasswordField
          label={t('password.new')}
          autoComplete="new-password"
          value={password}
          onChange={(typed) => onChange({ password: typed })}
          disabled={disabled}
        />
        <PasswordField
          label={t('password.repeat')}
          autoComplete="new-password"
          value={repeated}
          onChange={(typed) => onChange({ repeated: typed })}
          error={differs ? t('password.mismatch') : undefined}
          disabled={disabled}
        />
      </div>
      <PasswordChecklist password={password} />
    </div>
  )
}
