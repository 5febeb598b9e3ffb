import { PenLine } from 'lucide-react'
import { useFailureText } from '../../../shared/failures/use-report-failure.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { fieldOf, ProofFields, type Asked } from '../../../shared/proof/proof-fields.tsx'
import { Link } from '../../../shared/router/link.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { DialogActions } from '../../../shared/ui/overlays/dialog-actions.tsx'
import { linkClass } from '../../../shared/ui/card.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { ChosenCertificate } from '../choice/chosen-certificate.tsx'
import { isOfTheCertificates } from '../run/failure-scope.ts'
import styles from '../signing.module.css'
import type { Authorisation } from './authorisation.ts'
import { useSignErrorText } from '../run/use-sign-error-text.ts'
import type { Choice } from '../choice/use-choice.ts'

interface AskingFormProps {
  signing: Pick<Choice, 'answers' | 'answer' | 'several' | 'pick' | 'chosen' | 'documents'> & {
    send: () => void
    authorisation: Authorisation | null
  }
  asked: Asked
  onClose: () => void
}

/** An error that is about none of the fields, with the way to where it is put right. */
function Failure({ error }: { error: unknown }) {
  const t = useText()
  const failureText = useFailureText(useSignErrorText())
  return (
    <Notice tone="bad">
      <p>{failureText(error)}</p>
      {isOfTheCertificates(error) && (
        <Link to="/certificates" className={linkClass}>
          {t('signing.toCertificates')}
        </Link>
      )}
    </Notice>
  )
}

/** What comes of the button where nothing is typed: the signature, or a request on the phone. */
function NothingTyped({ chosen, documents }: Pick<Choice, 'chosen' | 'documents'>) {
  const t = useText()
  if (chosen?.certificate.AuthenticationType === 'APP') return <p>{t('signing.phoneText')}</p>
  return <p>{t('signing.noPinText', { count: documents.length })}</p>
}

/** What the certificate asks for, or that it asks for nothing, and the button that signs. */
export function AskingForm({ signing, asked, onClose }: AskingFormProps) {
  const t = useText()
  const signErrorText = useSignErrorText()
  const { answers, chosen, several, authorisation } = signing
  const { inputs, error, sending } = asked
  // While another code is on its way, the one of before signs nothing.
  const ready = inputs.every((input) => answers[input] !== '') && !sending
  const resend = async () => {
    await authorisation?.resendCode()
    const now = authorisation?.stage()
    return now?.at === 'asking' && now.error === null
  }
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
      {chosen && (
        <ChosenCertificate
          alias={chosen.certificate.certalias}
          label={chosen.manifest.label}
          onChange={several ? () => signing.pick(null) : null}
        />
      )}
      {inputs.length === 0 && <NothingTyped {...signing} />}
      <ProofFields
        asked={asked}
        answers={answers}
        onAnswer={signing.answer}
        errorText={signErrorText}
        onResend={resend}
      />
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" kind="primary" icon={PenLine} disabled={!ready} autoFocus={inputs.length === 0}>
          {t('signing.confirm')}
        </Button>
      </DialogActions>
    </form>
  )
}
