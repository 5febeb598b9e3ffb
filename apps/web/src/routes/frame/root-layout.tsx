import { lazy, Suspense, useEffect } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { removeEarlyView } from '../../shared/early-view.ts'
import type { Path } from '../../shared/router/place.ts'
import { Outlet, useShown } from '../../shared/router/outlet.tsx'
import { useRouter } from '../../shared/router/use-router.tsx'
import { useLeaving } from '../../shared/session/leaving/leaving.ts'
import { useTimeLeft } from '../../shared/session/leaving/session-end.ts'
import { useSessionExpiry } from '../../shared/session/session-expiry.ts'
import { CONTENT_ID } from '../../shared/ui/focus/content-id.ts'
import { Loader } from '../../shared/ui/status/loader.tsx'
import { Toasts } from '../../shared/ui/overlays/toasts.tsx'
import { CrashScreen } from './crash-screen.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import styles from './root-layout.module.css'
import { useFollowSession } from './use-follow-session.ts'

const PRODUCT = 'Rúbrica'

const SessionExpiredNotice = lazy(() =>
  import('../../features/session/session-expired-notice.tsx').then((module) => ({
    default: module.SessionExpiredNotice,
  })),
)

const SessionEndingNotice = lazy(() =>
  import('../../features/session/session-ending-notice.tsx').then((module) => ({
    default: module.SessionEndingNotice,
  })),
)

const LeavingScreen = lazy(() =>
  import('../../features/session/leaving-screen.tsx').then((module) => ({ default: module.LeavingScreen })),
)

/** Names the browser's tab after the screen. */
function useDocumentTitle(): void {
  const t = useText()
  const shown = useShown()
  const title = shown?.kind === 'screen' ? shown.match.route.title : undefined
  useEffect(() => {
    document.title = title === undefined ? PRODUCT : `${t(title)} · ${PRODUCT}`
  }, [t, title])
}

/** After a change of screen, focus goes to its content, so that a reader of the screen hears where it is. */
function useFocusOnNavigation(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.onDrawn(({ isFirst, isOtherScreen }) => {
        if (!isFirst && isOtherScreen)
          document.getElementById(CONTENT_ID)?.focus({ preventScroll: true, focusVisible: false })
      }),
    [router],
  )
}

/** The screens that take over what stood there before them. */
const WITH_EARLY_VIEW: readonly Path[] = ['/documents', '/documents/$docGuid', '/approvals/$approverGuid']

function useEarlyView(): void {
  const shown = useShown()
  useEffect(() => {
    if (!shown) return
    const takesOver = shown.kind === 'screen' && WITH_EARLY_VIEW.includes(shown.match.route.path)
    if (!takesOver) removeEarlyView()
  }, [shown])
}

export function RootLayout() {
  const t = useText()
  const isExpired = useSessionExpiry() !== null
  const leaving = useLeaving()
  const timeLeft = useTimeLeft()
  useDocumentTitle()
  useFocusOnNavigation()
  useFollowSession()
  useEarlyView()
  return (
    <>
      <a
        className={styles.skip}
        href={`#${CONTENT_ID}`}
        onClick={(event) => {
          event.preventDefault()
          document.getElementById(CONTENT_ID)?.focus()
        }}
      >
        {t('common.skipToContent')}
      </a>
      {leaving ? (
        <Suspense fallback={null}>
          <LeavingScreen {...leaving} />
        </Suspense>
      ) : (
        <Outlet Coming={Loader} Nowhere={NotFoundScreen} Crash={CrashScreen} />
      )}
      <Toasts />
      {timeLeft !== null && !isExpired && !leaving && (
        <Suspense fallback={null}>
          <SessionEndingNotice left={timeLeft} />
        </Suspense>
      )}
      {isExpired && (
        <Suspense fallback={null}>
          <SessionExpiredNotice />
        </Suspense>
      )}
    </>
  )
}
