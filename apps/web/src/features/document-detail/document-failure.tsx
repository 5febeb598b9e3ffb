import type { ReactNode } from 'react'
import { UnshownDocument } from '../../shared/document-parts/unshown-document.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { CONTENT_ID } from '../../shared/ui/focus/content-id.ts'
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
  return (
    <div className={styles.viewer}>
      <section className={styles.bar} aria-label={t('titles.document')}>
        {back}
        <div className={styles.title}>
          <h1>{t('titles.document')}</h1>
        </div>
      </section>
      <main id={CONTENT_ID} tabIndex={-1} className={styles.failure}>
        <UnshownDocument {...{ error, busy, onRetry, onLeave }} />
      </main>
    </div>
  )
}
