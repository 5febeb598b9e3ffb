import type { Entrance } from '../../features/grant/enter-sign-hash.ts'
import { RequestRefused } from '../../features/grant/request-refused.tsx'
import { RequestSummary } from '../../features/grant/request-summary.tsx'
import { LoginPanel } from '../../features/session/login-panel.tsx'
import { useRouter } from '../../shared/router/use-router.tsx'
import { CONTENT_ID } from '../../shared/ui/focus/content-id.ts'
import { EntryFrame } from './entry-frame.tsx'
import { LoginScreen } from './login-screen.tsx'
import styles from './whole-screen.module.css'

/** The log-in for what an application asks, under its words; or why there is none. */
export function SignHashScreen({ entered: entrance }: { entered: Entrance }) {
  const router = useRouter()
  if (entrance.at === 'refused') {
    return (
      <main id={CONTENT_ID} tabIndex={-1} className={styles.screen}>
        <RequestRefused error={entrance.error} onRetry={() => void router.enterAgain()} />
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
