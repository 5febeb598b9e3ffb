import { ArrowRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { passwordState, NO_PASSWORD } from '../../shared/password/new-password.ts'
import { NewPasswordFields } from '../../shared/password/new-password-fields.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Logo } from '../../shared/ui/logo.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { useFocusRescueOnLeave } from '../../shared/ui/focus/use-focus-rescue-on-leave.ts'
import styles from './passwords.module.css'

interface NewPasswordFormProps {
  title: string
  text: string
  /** Whose password it is, for those that keep passwords. */
  user?: string | undefined
  submit: string
  /** Why the last try failed. */
  failure: string | null
  busy: boolean
  onSubmit: (password: string) => void
  /** Stands below the button. */
  children?: ReactNode
}

/** The choice of a password: it can be sent once it is secure and repeated, and one at a time (spec §5). */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { title, text, user, submit, failure, busy, onSubmit, children } = props
  const [typed, setTyped] = useState(NO_PASSWORD)
  const isReady = passwordState(typed) === 'ready'
  // A link that turns out to be dead takes the form away.
  useFocusRescueOnLeave()
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !busy) onSubmit(typed.password)
      }}
    >
      <PasswordHead title={title} text={text} />
      {failure !== null && <Notice tone="bad">{failure}</Notice>}
      {user !== undefined && <input hidden readOnly autoComplete="username" value={user} />}
      <NewPasswordFields {...typed} onChange={(changes) => setTyped({ ...typed, ...changes })} disabled={busy} />
      <Button type="submit" kind="primary" size="large" iconAfter={ArrowRight} disabled={!isReady} busy={busy}>
        {submit}
      </Button>
      {children}
    </form>
  )
}

export function PasswordHead({ title, text }: { title: string; text: string }) {
  return (
    <div className={styles.head}>
      <span className={styles.logo}>
        <Logo size={40} />
      </span>
      <h1>{title}</h1>
      <p className="muted">{text}</p>
    </div>
  )
}
