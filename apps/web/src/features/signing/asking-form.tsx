import { ApiError } from '@rubrica/contract'
import { PenLine, ShieldCheck } from 'lucide-react'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { linkClass } from '../../shared/ui/card.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import styles from './signing.module.css'
import { STEP_FIELDS } from './steps/step-fields.ts'
import type { UsableCertificate } from './usable-certificates.ts'
import { triesLeftOf, useSignErrorText } from './use-sign-error-text.ts'
import type { Choice } from './use-choice.ts'

interface AskingFormProps {
  signing: Pick<Choice, 'answers' | 'answer' | 'several' | 'pick'> & { send: (chosen: UsableCertificate) => void }
  chosen: UsableCertificate
  /** How the attempt before ended. */
  error: Error | null
  onClose: () => void
}

/** What the provider of the certificate asks for, drawn from its manifest, and the button that signs. */
export function AskingForm({ signing, chosen, error, onClose }: AskingFormProps) {
  const t = useText()
  const signErrorText = useSignErrorText()
  const { answers, answer, several } = signing
  const { signing: plans, label } = chosen.manifest
  const inputs = plans[chosen.certificate.AuthenticationType]?.inputs ?? []
  const filled = inputs.every((input) => answers[input] !== '')
  const wrongPin = error instanceof ApiError && error.code === 'WRONG_PIN'
  const left = triesLeftOf(error)
  const fieldError = wrongPin
    ? [signErrorText(error), left !== undefined && t('signing.triesLeft', { count: left })].filter(Boolean).join('. ')
    : undefined
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (filled) signing.send(chosen)
      }}
    >
      {error && !wrongPin && <Notice tone="bad">{signErrorText(error)}</Notice>}
      <div className={styles.chosen}>
        <ShieldCheck size={20} aria-hidden />
        <span className={styles.choiceText}>
          <span className="sr-only">{t('signing.withCertificate')}</span>
          <strong>{chosen.certificate.certalias}</strong>
          <span className="muted">{label}</span>
        </span>
        {several && (
          <button type="button" className={linkClass} onClick={() => signing.pick(null)}>
            {t('signing.change')}
          </button>
        )}
      </div>
      {inputs.map((input) => {
        const Field = STEP_FIELDS[input]
        return (
          <Field
            key={input}
            value={answers[input]}
            onChange={(value) => answer({ [input]: value })}
            error={fieldError}
          />
        )
      })}
      <div className={styles.actions}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" kind="primary" icon={PenLine} disabled={!filled}>
          {t('signing.confirm')}
        </Button>
      </div>
    </form>
  )
}
