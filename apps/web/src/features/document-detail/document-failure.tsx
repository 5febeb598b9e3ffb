import { ApiError } from '@rubrica/contract'
import { FileX } from 'lucide-react'
import type { ReactNode } from 'react'
import { isSessionExpiry } from '../../shared/api/is-session-expiry.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { CONTENT_ID } from '../../shared/ui/focus/content-id.ts'
import { EmptyState } from '../../shared/ui/lists/empty-state.tsx'
import styles from './document-failure.module.css'

interface DocumentFailureProps {
  /** Null when the document simply does not wait for this person. */
  error: Error | null
  back: ReactNode
  onLeave: () => void
  busy: boolean
  onRetry: () => void
}

/** In the place of a document that cannot be opened: why, and what to do. */
export function DocumentFailure({ error, back, busy, onLeave, onRetry }: DocumentFailureProps) {
  const t = useText()
  const errorText = useErrorText()
  const missing = error === null || (error instanceof ApiError && (error.status === 404 || error.status === 400))
  const reason = missing ? t('errors.DOCUMENT_NOT_FOUND') : errorText(error)
  return (
    <div className={styles.viewer}>
      <section className={styles.bar} aria-label={t('titles.document')}>
        {back}
        <div className={styles.title}>
          <h1>{t('titles.document')}</h1>
        </div>
      </section>
      <main id={CONTENT_ID} tabIndex={-1} className={styles.failure}>
        <EmptyState
          icon={FileX}
          title={t(missing ? 'viewer.notFoundTitle' : 'viewer.failedTitle')}
          text={isSessionExpiry(error) ? undefined : reason}
        >
          {missing ? (
            <Button onClick={onLeave}>{t('viewer.goToList')}</Button>
          ) : (
            <Button busy={busy} onClick={onRetry}>
              {t('common.tryAgain')}
            </Button>
          )}
        </EmptyState>
      </main>
    </div>
  )
}
