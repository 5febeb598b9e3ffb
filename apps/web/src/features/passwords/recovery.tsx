import { ApiError } from '@rubrica/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { callAs } from '../../shared/api/call-as.ts'
import { environmentOfAddress } from '../../shared/api/environment.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Link } from '../../shared/router/link.tsx'
import { useRouter } from '../../shared/router/use-router.tsx'
import { logOut } from '../../shared/session/leaving/log-out.ts'
import { sessionIdentity } from '../../shared/session/session-store.ts'
import { readTokenPayload, readTokenTimes } from '../../shared/session/entry/token-payload.ts'
import { BusyStatus } from '../../shared/ui/status/busy-status.tsx'
import { buttonClass } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { NewPasswordForm, PasswordHead } from './new-password-form.tsx'
import styles from './passwords.module.css'

/** How wrong a clock may be before a link that has expired by it is taken for one. */
const CLOCK_TOLERANCE_MS = 10 * 60_000

/** Whether the server said that the token opens nothing, or nothing any more. */
const isRefused = (error: unknown) => error instanceof ApiError && [401, 403, 404].includes(error.status)

function isLongOver(token: string): boolean {
  const times = readTokenTimes(token)
  return times !== null && times.to + CLOCK_TOLERANCE_MS < Date.now()
}

interface RecoveryProps {
  /** The token of the mail. */
  token: string
  /** The query of the address, which may name the environment. */
  search: string
}

/** The choice of a new password by somebody who forgot theirs, with the token that was mailed to them. */
export function Recovery({ token, search }: RecoveryProps) {
  const t = useText()
  const errorText = useErrorText()
  const router = useRouter()
  const id = readTokenPayload(token)?.sub
  const calls = callAs(token, environmentOfAddress(search))
  const isWorthAsking = id !== undefined && !isLongOver(token)
  const standing = useQuery({
    queryKey: ['recovery', id],
    queryFn: ({ signal }) => calls.recoveryStanding({ params: { id: id ?? '' }, signal }),
    enabled: isWorthAsking,
    gcTime: 0,
    staleTime: Infinity,
  })
  const set = useMutation({
    mutationFn: (password: string) => calls.setPassword({ params: { id: id ?? '' }, body: { password } }),
    onSuccess: () => {
      // What was opened with the old password is over.
      if (sessionIdentity()?.sub === id) logOut()
      showToast('success', t('passwords.recovered'))
      void router.navigate({ to: '/', replace: true, state: { userName: standing.data?.UserId } })
    },
  })
  if (!isWorthAsking || isRefused(standing.error) || isRefused(set.error)) return <DeadLink />
  if (standing.isPending) return <BusyStatus words={t('passwords.checkingLink')} />
  return (
    <NewPasswordForm
      title={t('titles.recovery')}
      text={t('passwords.recoveryText')}
      user={standing.data?.UserId}
      submit={t('passwords.save')}
      failure={set.isError ? errorText(set.error) : null}
      busy={set.isPending}
      onSubmit={set.mutate}
    />
  )
}

/** Says what to do with a link that opens nothing. */
function DeadLink() {
  const t = useText()
  return (
    <div className={styles.form} role="alert">
      <PasswordHead title={t('passwords.deadTitle')} text={t('passwords.deadText')} />
      <Link to="/" className={buttonClass({ kind: 'primary', size: 'large' })}>
        {t('passwords.toLogin')}
      </Link>
    </div>
  )
}
