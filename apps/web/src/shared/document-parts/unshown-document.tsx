import { ApiError } from '@rubrica/contract'
import { FileX } from 'lucide-react'
import { isSessionExpiry } from '../api/is-session-expiry.ts'
import { useErrorText } from '../i18n/use-error-text.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'

interface UnshownDocumentProps {
  /** Null when there simply is no such document for this person. */
  error: Error | null
  busy: boolean
  onRetry: () => void
  onLeave: () => void
}

/** An address that is no GUID leads to no document either. */
const isMissing = (error: Error | null) =>
  error === null || (error instanceof ApiError && (error.status === 404 || error.status === 400))

/** In the place of a document that cannot be shown: why, and what to do. */
export function UnshownDocument({ error, busy, onRetry, onLeave }: UnshownDocumentProps) {
  const t = useText()
  const errorText = useErrorText()
  const missing = isMissing(error)
  const reason = missing ? t('errors.DOCUMENT_NOT_FOUND') : errorText(error)
  return (
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
  )
}
