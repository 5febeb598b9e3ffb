import { FileQuestion } from 'lucide-react'
import { useText } from '../../shared/i18n/use-text.ts'
import { Link } from '../../shared/router/link.tsx'
import { sessionToken } from '../../shared/session/session-store.ts'
import { buttonClass } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/lists/empty-state.tsx'
import { CONTENT_ID } from '../../shared/ui/focus/content-id.ts'
import styles from '../entry/whole-screen.module.css'

/** An address that leads nowhere. */
export function NotFoundScreen() {
  const t = useText()
  const loggedIn = sessionToken() !== null
  return (
    <main id={CONTENT_ID} tabIndex={-1} className={styles.screen}>
      <EmptyState heading="h1" icon={FileQuestion} title={t('notFound.title')} text={t('notFound.text')}>
        <Link to={loggedIn ? '/documents' : '/'} className={buttonClass({ kind: 'primary' })}>
          {t(loggedIn ? 'notFound.toDocuments' : 'notFound.toLogin')}
        </Link>
      </EmptyState>
    </main>
  )
}
