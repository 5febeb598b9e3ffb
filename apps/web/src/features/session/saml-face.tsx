import { useMutation } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { CONTENT_ID } from '../../shared/ui/focus/content-id.ts'
import { TextField } from '../../shared/ui/fields/text-field.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { DemoHint } from './demo-hint.tsx'
import { goToSaml } from './go-to-provider.ts'
import styles from './login-panel.module.css'
import { BackLink, Head } from './panel-parts.tsx'
import { useWayErrorText } from './use-login-error-text.ts'

/** The way in by single sign-on. */
export function SamlFace({ onBack }: { onBack: () => void }) {
  const t = useText()
  return (
    <div className={styles.panel}>
      <Head title={t('samlLogin.title')} text={t('samlLogin.text')} />
      <SamlForm />
      <BackLink onBack={onBack} />
      <DemoHint />
    </div>
  )
}

/** Asks for the e-mail address whose domain says who knows the person. */
function SamlForm() {
  const t = useText()
  const wayErrorText = useWayErrorText()
  const [email, setEmail] = useState('')
  const [touched, setTouched] = useState(false)
  const filled = email.trim() !== ''
  const leaving = useMutation({
    mutationFn: goToSaml,
    onError: (error) => showToast('error', wayErrorText(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (filled && !leaving.isPending) leaving.mutate(email.trim())
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextField
        autoFocus
        label={t('samlLogin.email')}
        type="email"
        name="email"
        autoComplete="email"
        required
        maxLength={320}
        value={email}
        onChange={setEmail}
        // A change of screen gives the focus to its content; that is not the person leaving the field.
        onBlur={({ relatedTarget }) => setTouched(touched || relatedTarget?.id !== CONTENT_ID)}
        error={touched && !filled ? t('samlLogin.emailMissing') : undefined}
      />
      <Button
        type="submit"
        kind="primary"
        size="large"
        iconAfter={ArrowRight}
        disabled={!filled}
        busy={leaving.isPending}
      >
        {t('samlLogin.submit')}
      </Button>
    </form>
  )
}
