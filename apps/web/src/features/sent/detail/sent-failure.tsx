import { ApiError } from '@rubrica/contract'
import { FileX } from 'lucide-react'
import { isSessionExpiry } from '../../../shared/api/is-session-expiry.ts'
import { useErrorText } from '../../../shared/i18n/use-error-text.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import { EmptyState } from '../../../shared/ui/lists/empty-state.tsx'

interface SentFailureProps {
  error: Error
  busy: boolean
  onRetry: () => void
  onLeave: () => void
}

/** Whether there is no such document for this person; an address that is no GUID leads to none either. */
const isMissing = (error: Error) => error instanceof ApiError && (error.status === 404 || error.status === 400)

/** In the place of a sent document that cannot be shown: why, and what to do. */
export function SentFailure({ error, busy, onRetry, onLeave }: SentFailureProps) {
  const t = useText()
  const errorText = useErrorText()
  const missing = isMissing(error)
  const reason = missing ? t('errors.DOCUMENT_NOT_FOUND') : errorText(error)
  return (
    <Card>
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
    </Card>
  )
}
