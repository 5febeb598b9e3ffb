import { ApiError } from '@rubrica/contract'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'

/** What an error means here: an address that the server sends nothing to, and what changed in another tab. */
export function useWebhookErrorText(): (error: unknown) => string {
  const t = useText()
  const errorText = useErrorText()
  return (error) => {
    if (!(error instanceof ApiError)) return errorText(error)
    if (error.code === 'VALIDATION_FAILED') return t('webhooks.addressRefused')
    return error.code === 'PRECONDITION_FAILED' ? t('webhooks.stale') : errorText(error)
  }
}
