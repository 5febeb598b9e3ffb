import { ApiError } from '@rubrica/contract'
import { isSessionExpiry } from '../api/is-session-expiry.ts'
import { useErrorText } from '../i18n/use-error-text.ts'
import { useText } from '../i18n/use-text.ts'
import { PasskeyFailed } from './passkeys.ts'

/** What went wrong with a factor, and what to do. */
export function useFactorErrorText(): (error: unknown) => string {
  const t = useText()
  const errorText = useErrorText()
  return (error) => {
    if (error instanceof PasskeyFailed) return t(`factors.troubles.${error.trouble}`)
    if (error instanceof ApiError && error.code === 'SESSION_OF_PROGRAM') return t('factors.ofProgram')
    return isSessionExpiry(error) ? t('factors.tooLate') : errorText(error)
  }
}
