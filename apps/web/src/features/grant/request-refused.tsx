import { CloudOff, ShieldX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/lists/empty-state.tsx'
import { isRequestRefused, useRequestErrorText } from './use-request-error-text.ts'

interface RequestRefusedProps {
  error: unknown
  onRetry: () => void
  /** What else the person can do. */
  children?: ReactNode
}

/** Says why nobody is asked anything. It leads to no address of the request: nobody has vouched for it. */
export function RequestRefused({ error, onRetry, children }: RequestRefusedProps) {
  const t = useText()
  const errorText = useRequestErrorText()
  const isFinal = isRequestRefused(error)
  return (
    <div role="alert">
      <EmptyState
        heading="h1"
        refused={isFinal}
        icon={isFinal ? ShieldX : CloudOff}
        title={t(isFinal ? 'authcerts.refusedTitle' : 'authcerts.uncheckedTitle')}
        text={errorText(error)}
      >
        {!isFinal && (
          <Button kind="primary" onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
        )}
        {children}
      </EmptyState>
    </div>
  )
}
