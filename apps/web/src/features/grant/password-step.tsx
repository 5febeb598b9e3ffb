import { ArrowRight } from 'lucide-react'
import { MAX_PASSWORD } from '@rubrica/domain'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { readSession, writeSession } from '../../shared/session/session-store.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { PasswordField } from '../../shared/ui/fields/password-field.tsx'
import { useFocusRescueOnLeave } from '../../shared/ui/focus/use-focus-rescue-on-leave.ts'
import styles from './grant.module.css'
import { useRequestErrorText } from './use-request-error-text.ts'
import { SCOPES } from '@rubrica/contract'
import { api } from '../../shared/api/api.ts'
import { keepPassword } from '../../shared/session/entry/kept-password.ts'

/**
 * Asks the server whether the password of the person who is logged in is this one, and keeps it in memory for the
 * answer to the application. The log-in begins anew with it.
 * @throws {ApiError} 401 when it is another
 */
async function confirmPassword(password: string): Promise<void> {
  const { access_token: token, scope } = await api.token({
    body: { grant_type: 'password', username: readSession('user') ?? '', password, scope: SCOPES.portal },
  })
  // Where a second factor is missing to it, the session stays, and the answer asks for the factor.
  if (scope !== SCOPES.factor) writeSession('token', token)
  keepPassword(password)
}

interface PasswordStepProps {
  /** Why the one that was kept did not do, if there was one. */
  refusal: unknown
  onConfirmed: () => void
  onRefuse: () => void
}

/** Asks for the password once more where this page does not know it, as after a reload: it is kept nowhere else. */
export function PasswordStep({ refusal, onConfirmed, onRefuse }: PasswordStepProps) {
  const t = useText()
  const errorText = useRequestErrorText()
  const [password, setPassword] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const user = readSession('user') ?? ''
  useFocusRescueOnLeave()
  const confirming = useMutation({
    mutationFn: confirmPassword,
    onSuccess: onConfirmed,
    onError: () => {
      setPassword('')
      input.current?.focus()
    },
  })
  const error: unknown = confirming.error ?? (confirming.isIdle ? refusal : null)
  return (
    <form
      className={styles.password}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (password !== '' && !confirming.isPending) confirming.mutate(password)
      }}
    >
      <h2>{t('authcerts.passwordTitle')}</h2>
      <p className="muted">{t('authcerts.passwordText', { user })}</p>
      {error !== null && <Notice tone="bad">{errorText(error)}</Notice>}
      <input hidden readOnly autoComplete="username" value={user} />
      <PasswordField
        ref={input}
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        required
        maxLength={MAX_PASSWORD}
        value={password}
        onChange={setPassword}
      />
      <div className={styles.bar}>
        <Button kind="danger-quiet" disabled={confirming.isPending} onClick={onRefuse}>
          {t('authcerts.refuse')}
        </Button>
        <Button
          type="submit"
          kind="primary"
          iconAfter={ArrowRight}
          disabled={password === ''}
          busy={confirming.isPending}
        >
          {t('signing.next')}
        </Button>
      </div>
    </form>
  )
}
