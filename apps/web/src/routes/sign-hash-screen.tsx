import { getRouteApi, useRouter } from '@tanstack/react-router'
import { RequestRefused } from '../features/authorisation-page/request-refused.tsx'
import { RequestSummary } from '../features/authorisation-page/request-summary.tsx'
import { LoginPanel } from '../features/session/login-panel.tsx'
import { CONTENT_ID } from '../shared/ui/content-id.ts'
import { EntryFrame } from './entry-frame.tsx'
import { LoginScreen } from './login-screen.tsx'
import styles from './whole-screen.module.css'

const route = getRouteApi('/signhash/cms')

/** The log-in for what an application asks, under its words; or why there is none. */
export function SignHashScreen() {
  const { entrance } = route.useRouteContext()
  const router = useRouter()
  if (entrance.at === 'refused') {
    return (
      <main id={CONTENT_ID} tabIndex={-1} className={styles.screen}>
        <RequestRefused error={entrance.error} onRetry={() => void router.invalidate()} />
      </main>
    )
  }
  if (entrance.at !== 'asked') return <LoginScreen />
  return (
    <EntryFrame>
      <RequestSummary request={entrance.request} />
      <LoginPanel />
    </EntryFrame>
  )
}
