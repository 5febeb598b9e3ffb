import { useMutation } from '@tanstack/react-query'
import { senderApi } from '../../../shared/sending/sender-api.ts'
import { isSessionExpiry } from '../../../shared/api/is-session-expiry.ts'
import { isNoLongerAvailable, reloadPendingDocuments } from '../../../shared/api/pending-documents.ts'
import { queryClient } from '../../../shared/api/query-client.ts'
import { queryKeys } from '../../../shared/api/query-keys.ts'
import { useFailureText } from '../../../shared/failures/use-report-failure.ts'
import { shortName } from '../../../shared/i18n/short-name.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { showToast } from '../../../shared/ui/overlays/toast-store.ts'
import type { SentDocument, SentPlace } from '../sent-queries.ts'

interface Withdrawal {
  document: SentDocument
  place: SentPlace
  /** Once the page shows the document as it is then. */
  onDone: () => void
}

/** Has the page show what has become of the document, and the lists of who sent it, who may be asked to sign as well. */
async function showAnew(): Promise<void> {
  reloadPendingDocuments()
  void queryClient.invalidateQueries({ queryKey: queryKeys.pendingApprovals })
  await queryClient.invalidateQueries({ queryKey: queryKeys.sent })
}

/** Withdraws a document. One that is over by now is shown as it is, after a sentence. */
export function useWithdrawal({ document, place: { docGuid, subscription }, onDone }: Withdrawal) {
  const t = useText()
  const failureText = useFailureText()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (reason: string) => {
      await senderApi.cancelDocument({ params: { docGuid }, query: { subscription }, body: { reason } })
      await showAnew()
    },
    onSuccess: () => {
      showToast('success', t('sent.withdraw.toast', { name: shortName(document.fileName) }))
      onDone()
    },
    onError: (failure) => {
      if (!isNoLongerAvailable(failure)) return
      showToast('error', failureText(failure))
      void showAnew().then(onDone)
    },
  })
  const isTold = error === null || isNoLongerAvailable(error) || isSessionExpiry(error)
  return { withdraw: mutate, isBusy: isPending, problem: isTold ? undefined : failureText(error) }
}
