import type { SigningInput } from '@rubrica/providers/manifests'
import { Link } from '@tanstack/react-router'
import { PenLine, ShieldCheck } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { isOfTheCode } from '../../shared/accounts/provider-errors.ts'
import { useTriesLeftText } from '../../shared/accounts/use-tries-left-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { linkClass } from '../../shared/ui/card.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import type { AuthorisationStage } from './authorisation.ts'
import { isOfTheCertificates, isOfThePin } from './failure-scope.ts'
import styles from './signing.module.css'
import { ResendCode } from './steps/resend-code.tsx'
import { STEP_FIELDS } from './steps/step-fields.ts'
import type { UsableCertificate } from './usable-certificates.ts'
import type { Authorisation } from './authorisation.ts'
import { useSignErrorText } from './use-sign-error-text.ts'
import type { Choice } from './use-choice.ts'

type Asked = Extract<AuthorisationStage, { at: 'asking' }>

interface AskingFormProps {
  signing: Pick<Choice, 'answers' | 'answer' | 'several' | 'pick' | 'chosen' | 'documents'> & {
    send: () => void
    authorisation: Authorisation | null
  }
  asked: Asked
  onClose: () => void
}

/** Which of the fields an error is about. */
function fieldOf(error: unknown): SigningInput | null {
  if (isOfThePin(error)) return 'pin'
  return isOfTheCode(error) ? 'code' : null
}

/** The error beside the field that it is about, with the tries that are left. */
function useFieldError(error: unknown): string {
  const signErrorText = useSignErrorText()
  const triesLeftText = useTriesLeftText()
  return [signErrorText(error), triesLeftText(error)].filter(Boolean).join('. ')
}

function ChosenCertificate({ chosen, onChange }: { chosen: UsableCertificate; onChange: (() => void) | null }) {
  const t = useText()
  return (
    <div className={styles.chosen}>
      <ShieldCheck size={20} aria-hidden />
      <span className={styles.choiceText}>
        <span className="sr-only">{t('signing.withCertificate')}</span>
        <strong>{chosen.certificate.certalias}</strong>
        <span className="muted">{chosen.manifest.label}</span>
      </span>
      {onChange && (
        <button type="button" className={linkClass} onClick={onChange}>
          {t('signing.change')}
        </button>
      )}
    </div>
  )
}

/** Where the code went. */
function SentTo({ code }: { code: NonNullable<Asked['code']> }) {
  const t = useText()
  return <>{code.to === '' ? t('signing.codeSent') : t('signing.codeSentTo', { phone: code.to })}</>
}

/** The fields of what has to be typed, in their order. */
function StepFields({ signing, asked }: Pick<AskingFormProps, 'signing' | 'asked'>): ReactNode {
  const { answers, answer, authorisation } = signing
  const { inputs, code, error, sending } = asked
  const wrong = fieldOf(error)
  const fieldError = useFieldError(error)
  const first = wrong !== null && inputs.includes(wrong) ? wrong : inputs[0]
  const codeField = useRef<HTMLInputElement>(null)
  const resend = async () => {
    await authorisation?.resendCode()
    const now = authorisation?.stage()
    // The button that had the focus is gone for a minute.
    if (now?.at === 'asking' && now.error === null) codeField.current?.focus()
  }
  return inputs.map((input) => {
    const Field = STEP_FIELDS[input]
    return (
      <div key={input} className={styles.step}>
        <Field
          ref={input === 'code' ? codeField : undefined}
          value={answers[input]}
          onChange={(value) => answer({ [input]: value })}
          error={wrong === input ? fieldError : undefined}
          hint={input === 'code' && code ? <SentTo code={code} /> : undefined}
          autoFocus={input === first}
        />
        {input === 'code' && code && <ResendCode sentAt={code.at} busy={sending} onResend={() => void resend()} />}
      </div>
    )
  })
}

/** An error that is about none of the fields, with the way to where it is put right. */
function Failure({ error }: { error: unknown }) {
  const t = useText()
  const signErrorText = useSignErrorText()
  return (
    <Notice tone="bad">
      <p>{signErrorText(error)}</p>
      {isOfTheCertificates(error) && (
        <Link to="/certificates" className={linkClass}>
          {t('signing.toCertificates')}
        </Link>
      )}
    </Notice>
  )
}

/** What the certificate asks for, or that it asks for nothing, and the button that signs. */
export function AskingForm({ signing, asked, onClose }: AskingFormProps) {
  const t = useText()
  const { answers, chosen, several } = signing
  const { inputs, error, sending } = asked
  // While another code is on its way, the one of before signs nothing.
  const ready = inputs.every((input) => answers[input] !== '') && !sending
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) signing.send()
      }}
    >
      {error !== null && fieldOf(error) === null && <Failure error={error} />}
      {chosen && <ChosenCertificate chosen={chosen} onChange={several ? () => signing.pick(null) : null} />}
      {inputs.length === 0 && <p>{t('signing.noPinText', { count: signing.documents.length })}</p>}
      <StepFields signing={signing} asked={asked} />
      <div className={styles.actions}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" kind="primary" icon={PenLine} disabled={!ready} autoFocus={inputs.length === 0}>
          {t('signing.confirm')}
        </Button>
      </div>
    </form>
  )
}
