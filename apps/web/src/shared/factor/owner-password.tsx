import { ApiError } from '@rubrica/contract'
import { useText } from '../i18n/use-text.ts'
import { PasswordField } from '../ui/fields/password-field.tsx'

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : undefined)

/** Whether the server wants the password before a first factor, or another one than was given. */
export const asksForPassword = (error: unknown): boolean =>
  ['CURRENT_PASSWORD_NEEDED', 'CURRENT_PASSWORD_WRONG'].includes(codeOf(error) ?? '')

interface OwnerPasswordProps {
  /** Why it is asked for. */
  error: unknown
  value: string
  onChange: (typed: string) => void
}

/** The password of the account that a first factor is to protect. */
export function OwnerPassword({ error, value, onChange }: OwnerPasswordProps) {
  const t = useText()
  const isWrong = codeOf(error) === 'CURRENT_PASSWORD_WRONG'
  return (
    <PasswordField
      autoFocus
      required
      label={t('profile.currentPassword')}
      hint={t('factors.whyPassword')}
      error={isWrong && value === '' ? t('profileErrors.CURRENT_PASSWORD_WRONG') : undefined}
      autoComplete="current-password"
      maxLength={1000}
      value={value}
      onChange={onChange}
    />
  )
}
