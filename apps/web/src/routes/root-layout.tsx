import { Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useText } from '../shared/i18n/use-text.ts'
import { useSessionExpiredAt } from '../shared/session/session-expiry.ts'
import { CONTENT_ID } from '../shared/ui/content-id.ts'
import { Toasts } from '../shared/ui/toasts.tsx'
import styles from './root-layout.module.css'

const PRODUCT = 'Rúbrica'

const SessionExpiredNotice = lazy(() =>
  import('../features/session/session-expired-notice.tsx').then((module) => ({ default: module.SessionExpiredNotice })),
)

/** Names the browser's tab after the screen. */
function useDocumentTitle(): void {
  const t = useText()
  const title = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  })
  useEffect(() => {
    document.title = title === undefined ? PRODUCT : `${t(title)} · ${PRODUCT}`
  }, [t, title])
}

/** After a change of screen, focus goes to its content, so that a reader of the screen hears where it is. */
function useFocusOnNavigation(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (fromLocation && pathChanged)
          document.getElementById(CONTENT_ID)?.focus({ preventScroll: true, focusVisible: false })
      }),
    [router],
  )
}

export function RootLayout() {
  const t = useText()
  const expiredAt = useSessionExpiredAt()
  useDocumentTitle()
  useFocusOnNavigation()
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
      <Outlet />
      <Toasts />
      {expiredAt !== null && (
        <Suspense fallback={null}>
          <SessionExpiredNotice />
        </Suspense>
      )}
    </>
  )
}
