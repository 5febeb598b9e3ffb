import { isSessionExpiry } from '../../../shared/api/is-session-expiry.ts'
import { reloadPendingDocuments } from '../../../shared/api/pending-documents.ts'
import { useFailureText } from '../../../shared/failures/use-report-failure.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { showToast } from '../../../shared/ui/overlays/toast-store.ts'
import { isUnanswered } from '../run/sign-attempt.ts'
import { useSignErrorText } from '../run/use-sign-error-text.ts'

/** Says why a signature with Ivnosys does not go on (spec §8): the server's words, or that no answer came. */
export function useReportIvnosysFailure(): (error: unknown) => void {
  const t = useText()
  const failureText = useFailureText(useSignErrorText())
  return (error) => {
    if (isSessionExpiry(error)) return
    const isLost = isUnanswered(error)
    // What got no answer may have been done all the same.
    if (isLost) reloadPendingDocuments()
    showToast('error', isLost ? t('ivnosys.timedOut') : failureText(error))
  }
}
