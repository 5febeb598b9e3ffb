import { useEffect, useEffectEvent } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { useRouter } from '../../shared/router/use-router.tsx'
import { followSession } from '../../shared/session/tabs/follow-session.ts'
import { isProtectedPath } from '../../shared/session/entry/protected-paths.ts'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import type {} from './history-state.ts'

/** Leads the page to where the session leads it, when the person did not do so on this page. */
export function useFollowSession(): void {
  const t = useText()
  const router = useRouter()
  const letIn = useEffectEvent(() => {
    const { wanted } = router.place.state
    const isOurs = wanted !== undefined && isProtectedPath(wanted.split(/[?#]/)[0]!)
    void router.navigateTo(isOurs ? wanted : '/documents', { replace: true })
  })
  const letOut = useEffectEvent(() => {
    showToast('info', t('leaving.elsewhere'))
    void router.navigate({ to: '/' })
  })
  useEffect(
    () =>
      followSession({
        in: () => letIn(),
        out: () => letOut(),
        toNewPassword: () => void router.navigate({ to: '/changePassword', replace: true }),
      }),
    [router],
  )
}
