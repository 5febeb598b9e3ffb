import { lazy, Suspense, useState, type ReactNode } from 'react'
import { completeTexts } from '../../shared/i18n/language.ts'
import { userTokenEntry } from '../../shared/session/entry/entry-address.ts'
import { CONTENT_ID } from '../../shared/ui/focus/content-id.ts'
import { Loader } from '../../shared/ui/status/loader.tsx'
import styles from './whole-screen.module.css'

const UserTokenEntry = lazy(async () => {
  const [screen] = await Promise.all([import('../../features/session/entering/user-token-entry.tsx'), completeTexts()])
  return { default: screen.UserTokenEntry }
})

/** Lets in who comes with the token of another application; a log-in for everybody else, and when that failed. */
export function UserTokenGate({ children }: { children: ReactNode }) {
  const [entry, setEntry] = useState(userTokenEntry)
  if (entry === null) return children
  return (
    <main id={CONTENT_ID} tabIndex={-1} className={styles.screen}>
      <Suspense fallback={<Loader />}>
        <UserTokenEntry entry={entry} onGiveUp={() => setEntry(null)} />
      </Suspense>
    </main>
  )
}
