import { useText } from '../i18n/use-text.ts'
import { TextField } from '../ui/fields/text-field.tsx'
import type { StepFieldProps } from './step-field-props.ts'

const MAX_CODE = 64

/** The code that the person was sent, or that an app of theirs shows. */
export function AskCode({ onChange, ...rest }: StepFieldProps) {
  const t = useText()
  return (
    <TextField
      {...rest}
      required
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      inputMode="numeric"
      label={t('signing.code')}
      maxLength={MAX_CODE}
      onChange={(text) => onChange(text.trim())}
    />
  )
}
