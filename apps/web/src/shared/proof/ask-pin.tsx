import { MAX_PIN } from '@rubrica/domain'
import { useText } from '../i18n/use-text.ts'
import { PasswordField } from '../ui/fields/password-field.tsx'
import type { StepFieldProps } from './step-field-props.ts'

/** The PIN of the certificate. */
export function AskPin(props: StepFieldProps) {
  const t = useText()
  return <PasswordField {...props} required label={t('signing.pin')} maxLength={MAX_PIN} />
}
