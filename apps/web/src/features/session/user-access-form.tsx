import { useMutation } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useRef, useState, type FormEvent, type KeyboardEvent, type Ref } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { usePlace } from '../../shared/router/use-router.tsx'
import { useNextStep } from '../../shared/session/entry/use-next-step.ts'
import { Button } from '../../shared/ui/button.tsx'
import { linkClass } from '../../shared/ui/card.tsx'
import { Checkbox } from '../../shared/ui/fields/checkbox.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { PasswordField } from '../../shared/ui/fields/password-field.tsx'
import { TextField } from '../../shared/ui/fields/text-field.tsx'
import { AdvancedOptions } from './advanced-options.tsx'
import { forgetFailedEntry } from './failed-entry.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { logIn, type HalfWay } from './log-in.ts'
import styles from './login-panel.module.css'
import { useLoginErrorText } from './use-login-error-text.ts'

/** Outlives the session, and holds nothing but what the person types to say who they are. */
const KEY = 'login.user'

/** The user id that this device remembers, or null. */
function rememberedUser(): string | null {
  return localStorage.getItem(KEY)
}

/** @param user null to remember nobody */
function rememberUser(user: string | null): void {
  if (user === null) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, user)
}

/** What has been typed, and whether it may be sent. */
function useCredentials() {
  // Whoever has just chosen a password is who logs in with it.
  const chosen = usePlace(({ state }) => state.userName)
  const [user, setUser] = useState(() => chosen ?? rememberedUser() ?? '')
  const [password, setPassword] = useState('')
  const [touched, setTouched] = useState({ user: false, password: false })
  const touch = (...fields: (keyof typeof touched)[]) =>
    setTouched((now) => ({ ...now, ...Object.fromEntries(fields.map((field) => [field, true])) }))
  const missing = { user: touched.user && user.trim() === '', password: touched.password && password === '' }
  return { user, setUser, password, setPassword, touch, missing, filled: user.trim() !== '' && password !== '' }
}

/** A password that was right, and not enough. */
export interface HalfLogin extends HalfWay {
  readonly password: string
}

interface Outcome {
  onError: () => void
  onHalfWay: (half: HalfLogin) => void
}

/** The call that logs in and leads on; remembers the person, or forgets who was remembered, when it succeeds. */
function useLogin(remembers: boolean, { onError, onHalfWay }: Outcome) {
  const onStep = useNextStep()
  return useMutation({
    mutationFn: async (credentials: { user: string; password: string }) => {
      forgetFailedEntry()
      const step = await logIn(credentials)
      rememberUser(remembers ? credentials.user : null)
      return step
    },
    onSuccess: (step, { password }) => ('halfWay' in step ? onHalfWay({ ...step, password }) : onStep(step)),
    onError,
  })
}

/** User and password, and what belongs to them. */
export function UserAccessForm({ onHalfWay }: { onHalfWay: (half: HalfLogin) => void }) {
  const t = useText()
  const loginErrorText = useLoginErrorText()
  const credentials = useCredentials()
  const { user, password, filled, touch, setPassword } = credentials
  const [isForgotten, setForgotten] = useState(false)
  const [remembers, setRemembers] = useState(() => rememberedUser() !== null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const login = useLogin(remembers, {
    onHalfWay,
    onError: () => {
      setPassword('')
      // The button that was pressed is disabled now, and would take the focus with it.
      passwordInput.current?.focus()
    },
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
    <>
      <form
        className={styles.form}
        aria-label={t('login.userAccess')}
        noValidate
        onSubmit={submit}
        onKeyDown={askForMissing}
      >
        {login.isError && <Notice tone="bad">{loginErrorText(login.error)}</Notice>}
        <CredentialFields {...credentials} passwordInput={passwordInput} isRefused={login.isError} />
        <div className={styles.aside}>
          <Checkbox label={t('login.remember')} checked={remembers} onChange={setRemembers} />
          <button type="button" className={linkClass} onClick={() => setForgotten(true)}>
            {t('login.forgot')}
          </button>
        </div>
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
        <AdvancedOptions />
      </form>
      {/* Beside the form: what is sent in the dialog is none of its business. */}
      <ForgotPassword open={isForgotten} user={user.trim()} onClose={() => setForgotten(false)} />
    </>
  )
}

interface CredentialFieldsProps extends ReturnType<typeof useCredentials> {
  passwordInput: Ref<HTMLInputElement>
  isRefused: boolean
}

function CredentialFields({ passwordInput, isRefused, touch, missing, ...typed }: CredentialFieldsProps) {
  const t = useText()
  return (
    <>
      <TextField
        label={t('login.user')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={255}
        value={typed.user}
        onChange={typed.setUser}
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
        value={typed.password}
        onChange={typed.setPassword}
        onBlur={() => touch('password')}
        error={missing.password && !isRefused ? t('login.passwordMissing') : undefined}
      />
    </>
  )
}
