import { Eye, EyeOff } from 'lucide-react'
import { useState, type InputHTMLAttributes, type Ref } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { afterPress } from './after-press.ts'
import { classNames } from '../class-names.ts'
import { FieldFrame, inputClass, type FieldProps } from './field.tsx'
import styles from './field.module.css'
import { IconButton } from '../icon-button.tsx'

interface PasswordFieldProps extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'type'> {
  value: string
  onChange: (value: string) => void
  ref?: Ref<HTMLInputElement>
}

/** A secret (password or PIN) that its owner may look at. */
export function PasswordField({ label, hint, error, value, onChange, onBlur, ...rest }: PasswordFieldProps) {
  const t = useText()
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame
      {...{ label, hint, error }}
      control={(attributes) => (
        <div className={styles.withButton}>
          <input
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...attributes}
            type={shown ? 'text' : 'password'}
            className={classNames(inputClass)}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={(event) => afterPress(() => onBlur?.(event))}
          />
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={t(shown ? 'common.hideSecret' : 'common.showSecret')}
            aria-pressed={shown}
            disabled={rest.disabled}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    />
  )
}
