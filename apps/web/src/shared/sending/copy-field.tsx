import { Check, Copy } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import styles from './copy-field.module.css'

interface CopyFieldProps {
  label: string
  value: string
  /** The button has the focus when the field appears. */
  autoFocus?: boolean
}

/** A text to take elsewhere, as a secret: copied at a press, else selected to be copied by hand. */
export function CopyField({ label, value, autoFocus }: CopyFieldProps) {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const saidId = useId()
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setOutcome('copied')
    } catch {
      // A browser may forbid it, or know it only over https: then the person copies it by hand.
      field.current?.focus()
      field.current?.select()
      setOutcome('refused')
    }
  }
  return (
    <>
      <TextField
        ref={field}
        readOnly
        label={label}
        value={value}
        onChange={() => undefined}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles.copy}>
        <Button
          autoFocus={autoFocus}
          kind="primary"
          icon={outcome === 'copied' ? Check : Copy}
          aria-describedby={saidId}
          onClick={() => void copy()}
        >
          {t('keys.copy')}
        </Button>
        <span id={saidId} role="status" className="muted">
          {outcome && t(`keys.${outcome}`)}
        </span>
      </div>
    </>
  )
}
