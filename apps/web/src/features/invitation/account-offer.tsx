import { ApiError } from '@rubrica/contract'
import { useMutation } from '@tanstack/react-query'
import { ArrowRight, FolderCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { guestCallsAs } from '../../shared/api/guest-calls.ts'
import { chooseEnvironment } from '../../shared/api/environment.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { currentText, useText } from '../../shared/i18n/use-text.ts'
import { NewPasswordFields } from '../../shared/password/new-password-fields.tsx'
import { NO_PASSWORD, passwordState } from '../../shared/password/new-password.ts'
import { Link } from '../../shared/router/link.tsx'
import { useRouter } from '../../shared/router/use-router.tsx'
import { afterLogin } from '../../shared/session/entry/after-login.ts'
import { Button, buttonClass } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { Notice } from '../../shared/ui/status/notice.tsx'
import styles from './account-offer.module.css'
import { useAccountOffer, type GuestSession } from './use-account-offer.ts'

/** Another tab, or another invitation of the same address, was faster. */
const isOutdated = (error: unknown) => error instanceof ApiError && error.code === 'ACCOUNT_EXISTS'

/** An account for somebody who has proved their address, or the way to the one that it has. Nothing where none is offered. */
export function AccountOffer({ session }: { session: GuestSession }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const offer = useAccountOffer(session)
  const { State: state, UserId: userId = '' } = offer.data ?? {}
  if (state !== 'offered' && state !== 'made') return null
  return (
    <section className={styles.offer} aria-labelledby="account-offer">
      <h2 id="account-offer">
        <FolderCheck size={20} aria-hidden />
        {t(state === 'made' ? 'invitation.accountMade' : 'invitation.accountTitle')}
      </h2>
      {state === 'made' && <MadeAccount userId={userId} />}
      {state === 'offered' && <p className="muted">{t('invitation.accountText')}</p>}
      {state === 'offered' && !isOpen && (
        <Button size="large" iconAfter={ArrowRight} onClick={() => setOpen(true)}>
          {t('invitation.accountStart')}
        </Button>
      )}
      {state === 'offered' && isOpen && (
        <AccountForm {...{ session, userId }} onOutdated={() => void offer.refetch()} />
      )}
    </section>
  )
}

function MadeAccount({ userId }: { userId: string }) {
  const t = useText()
  return (
    <>
      <p className="muted">{t('invitation.accountMadeText', { user: userId })}</p>
      <Link to="/" state={{ userName: userId }} className={buttonClass({ kind: 'primary', size: 'large' })}>
        {t('passwords.toLogin')}
      </Link>
    </>
  )
}

interface AccountFormProps {
  session: GuestSession
  userId: string
  onOutdated: () => void
}

/** The choice of a password; the account is entered with it at once. */
function AccountForm({ session, userId, onOutdated }: AccountFormProps) {
  const t = useText()
  const errorText = useErrorText()
  const router = useRouter()
  const [typed, setTyped] = useState(NO_PASSWORD)
  const isReady = passwordState(typed) === 'ready'
  const form = useRef<HTMLFormElement>(null)
  // The button that opened it is gone.
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus(), [])
  const make = useMutation({
    mutationFn: async () => {
      const calls = guestCallsAs(session.token, session.environment)
      const { access_token: token } = await calls.makeAccount({ body: { Password: typed.password } })
      chooseEnvironment(session.environment)
      // From here on there is an account: who cannot be let in now logs in.
      return afterLogin({ token, accessMethod: 'USER_PASS' }).catch(() => ({ to: '/' as const }))
    },
    onSuccess: ({ to }) => {
      // In the language of the account.
      showToast('success', currentText()('invitation.accountReady', { user: userId }))
      void router.navigate({ to, replace: true })
    },
    onError: (error) => {
      if (isOutdated(error)) onOutdated()
    },
  })
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !make.isPending) make.mutate()
      }}
    >
      <dl className={styles.facts}>
        <dt className="muted">{t('invitation.accountUser')}</dt>
        <dd>{userId}</dd>
      </dl>
      {make.isError && !isOutdated(make.error) && <Notice tone="bad">{errorText(make.error)}</Notice>}
      <input hidden readOnly autoComplete="username" value={userId} />
      <NewPasswordFields
        {...typed}
        onChange={(changes) => setTyped({ ...typed, ...changes })}
        disabled={make.isPending}
      />
      <Button
        type="submit"
        kind="primary"
        size="large"
        iconAfter={ArrowRight}
        disabled={!isReady}
        busy={make.isPending}
      >
        {t('invitation.accountMake')}
      </Button>
    </form>
  )
}
