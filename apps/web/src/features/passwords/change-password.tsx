import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../shared/api/api.ts'
import { isSessionExpiry } from '../../shared/api/is-session-expiry.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { keepChosenLanguage } from '../../shared/session/entry/account-language.ts'
import { useRouter } from '../../shared/router/use-router.tsx'
import { isForApplication } from '../../shared/session/entry/application-request.ts'
import { keepPassword } from '../../shared/session/entry/kept-password.ts'
import { readSession, sessionIdentity } from '../../shared/session/session-store.ts'
import { shareSession } from '../../shared/session/tabs/shared-session.ts'
import { useLeave } from '../../shared/session/leaving/use-leave.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { NewPasswordForm } from './new-password-form.tsx'

/** On to where the log-in would have led: the application that asks, or the documents. */
function useGoOn(): () => void {
  const router = useRouter()
  return () => void router.navigate({ to: isForApplication() ? '/authcerts' : '/documents', replace: true })
}

/** Whether the person has to change the password, and what they are called. */
function useDemand(id: string) {
  return useQuery({
    queryKey: ['password-demand', id],
    queryFn: ({ signal }) => api.resetPassword({ params: { id }, signal }),
    staleTime: 0,
  })
}

/** The choice of a new password that cannot be put off. */
export function ChangePassword({ userName }: { userName: string | undefined }) {
  const t = useText()
  const errorText = useErrorText()
  const goOn = useGoOn()
  const leave = useLeave()
  const id = sessionIdentity()?.sub ?? ''
  const demand = useDemand(id)
  const change = useMutation({
    mutationFn: (password: string) => api.setPassword({ params: { id }, body: { password } }),
    onSuccess: (_, password) => {
      if (isForApplication()) keepPassword(password)
      shareSession()
      // What was chosen here, which the server does not take before a new password.
      void keepChosenLanguage().catch(() => undefined)
      showToast('success', t('passwords.changed'))
      goOn()
    },
  })
  const isDemanded = demand.data?.ResetPassword !== false
  useEffect(() => {
    // Typed in by somebody who need not change anything.
    if (!isDemanded && change.isIdle) goOn()
  })
  const name = demand.data?.UserName ?? userName ?? readSession('user') ?? ''
  const isFailed = change.isError && !isSessionExpiry(change.error)
  return (
    <NewPasswordForm
      title={t('passwords.greeting', { name })}
      text={t('passwords.changeText')}
      user={readSession('user') ?? undefined}
      submit={t('passwords.enter')}
      failure={isFailed ? errorText(change.error) : null}
      busy={change.isPending}
      onSubmit={change.mutate}
    >
      <Button kind="ghost" onClick={() => leave('out')}>
        {t('header.logOut')}
      </Button>
    </NewPasswordForm>
  )
}
