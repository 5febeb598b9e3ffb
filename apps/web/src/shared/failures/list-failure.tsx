import { CircleAlert } from 'lucide-react'
import { isSessionExpiry } from '../api/is-session-expiry.ts'
import { useErrorText } from '../i18n/use-error-text.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'

interface ListFailureProps {
  /** What could not be loaded, where that is not the list of documents. */
  title?: string
  error: Error
  busy: boolean
  onRetry: () => void
}

/** In the place of a list that could not be loaded: why, and another try. */
export function ListFailure({ title, error, busy, onRetry }: ListFailureProps) {
  const t = useText()
  const errorText = useErrorText()
  return (
    <EmptyState
      icon={CircleAlert}
      title={title ?? t('documents.failedTitle')}
      text={isSessionExpiry(error) ? undefined : errorText(error)}
    >
      <Button busy={busy} onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </EmptyState>
  )
}
