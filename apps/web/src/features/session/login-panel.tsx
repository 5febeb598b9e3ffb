import { ApiError } from '@rubrica/contract'
import { useMutation } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useNextStep } from '../../shared/session/use-next-step.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Logo } from '../../shared/ui/logo.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { PasswordField } from '../../shared/ui/password-field.tsx'
import { TextField } from '../../shared/ui/text-field.tsx'
import { DemoHint } from './demo-hint.tsx'
import { logIn } from './log-in.ts'
import styles from './login-panel.module.css'

/** The sentence for a failed login: 401 has its own, everything else says to try again, with the reason. */
function useLoginErrorText(): (error: Error) => string {
  const t = useText()
  const errorText = useErrorText()
  return (error) => {
    if (error instanceof ApiError && error.status === 401) return t('login.invalid')
    return t('login.tryAgain', { reason: errorText(error) })
  }
}

/** What has been typed, and whether it may be sent. */
function useCredentials() {
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const [touched, setTouched] = useState({ user: false, password: false })
  const touch = (...fields: (keyof typeof touched)[]) =>
    setTouched((now) => ({ ...now, ...Object.fromEntries(fields.map((field) => [field, true])) }))
  const missing = { user: touched.user && user.trim() === '', password: touched.password && password === '' }
  return { user, setUser, password, setPassword, touch, missing, filled: user.trim() !== '' && password !== '' }
}

/** The call that logs in and leads on. */
function useLogin(onError: () => void) {
  const onSuccess = useNextStep()
  return useMutation({ mutationFn: logIn, onSuccess, onError })
}

/** The user-access form. */
export function LoginPanel() {
  const t = useText()
  const loginErrorText = useLoginErrorText()
  const { user, setUser, password, setPassword, touch, missing, filled } = useCredentials()
  const passwordInput = useRef<HTMLInputElement>(null)
  const login = useLogin(() => {
    setPassword('')
    // The button that was pressed is disabled now, and would take the focus with it.
    passwordInput.current?.focus()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    touch('user', 'password')
    if (filled && !login.isPending) login.mutate({ user: user.trim(), password })
  }
  // A disabled button keeps Enter from submitting, so the key itself asks for what is missing.
  const askForMissing = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !filled) touch('user', 'password')
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit} onKeyDown={askForMissing}>
      <LoginHead />
      {login.isError && <Notice tone="bad">{loginErrorText(login.error)}</Notice>}
      <TextField
        label={t('login.user')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={255}
        value={user}
        onChange={setUser}
        onBlur={() => touch('user')}
        error={missing.user ? t('login.userMissing') : undefined}
      />
      <PasswordField
        ref={passwordInput}
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        required
        maxLength={255}
        value={password}
        onChange={setPassword}
        onBlur={() => touch('password')}
        error={missing.password && !login.isError ? t('login.passwordMissing') : undefined}
      />
      <Button
        type="submit"
        kind="primary"
        size="large"
        iconAfter={ArrowRight}
        disabled={!filled}
        busy={login.isPending}
      >
        {t('login.submit')}
      </Button>
      <DemoHint />
    </form>
  )
}

function LoginHead() {
  const t = useText()
  return (
    <div className={styles.head}>
      <span className={styles.logo}>
        <Logo size={40} />
      </span>
      <h1>{t('login.title')}</h1>
      <p className="muted">{t('login.subtitle')}</p>
    </div>
  )
}
