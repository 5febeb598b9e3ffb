import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useText } from '../shared/i18n/use-text.ts'
import { followSession } from '../shared/session/follow-session.ts'
import { isProtectedPath } from '../shared/session/protected-paths.ts'
import { showToast } from '../shared/ui/toast-store.ts'
import type {} from './history-state.ts'

/** Leads the page to where the session leads it, when the person did not do so on this page. */
export function useFollowSession(): void {
  const t = useText()
  const { history, navigate } = useRouter()
  const letIn = useEffectEvent(() => {
    const { wanted } = history.location.state
    history.replace(wanted !== undefined && isProtectedPath(wanted.split(/[?#]/)[0]!) ? wanted : '/documents')
  })
  const letOut = useEffectEvent(() => {
    showToast('info', t('leaving.elsewhere'))
    void navigate({ to: '/' })
  })
  useEffect(
    () =>
      followSession({
        in: () => letIn(),
        out: () => letOut(),
        toNewPassword: () => history.replace('/changePassword'),
      }),
    [history],
  )
}
