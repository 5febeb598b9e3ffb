import { api } from '../../../shared/api/api.ts'
import type { SignedDocument } from '../../../shared/document-parts/signed-actions.tsx'
import { useFailureText } from '../../../shared/failures/use-report-failure.ts'
import { shortName } from '../../../shared/i18n/short-name.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { downloadFile } from '../../../shared/page-viewer/use-download.ts'
import { useRouter } from '../../../shared/router/use-router.tsx'
import { showToast, type ToastAction } from '../../../shared/ui/overlays/toast-store.ts'

/** Says in a toast that a document was signed, with what can be done with it, wherever the person is by then. */
export function useReportSigned(): (document: SignedDocument) => void {
  const t = useText()
  const router = useRouter()
  const failureText = useFailureText()
  return ({ docGuid, fileName }) =>
    showToast('success', t('signing.toast', { name: shortName(fileName) }), [
      {
        label: t('signing.open'),
        run: () => void router.navigate({ to: '/documents/$docGuid', params: { docGuid } }),
      },
      {
        label: t('signing.download'),
        run: () => void downloadFile(() => api.downloadDocument({ params: { docGuid } }), failureText),
      },
      { label: t('history.open'), run: () => void router.navigate({ to: '/signed' }) },
    ])
}

/** Leads to the list of several documents that were signed together, wherever the person is by then. */
export function useShowSigned(): (documents: readonly SignedDocument[]) => ToastAction {
  const t = useText()
  const router = useRouter()
  return (signed) => ({
    label: t('batch.showSigned'),
    run: () => void router.navigate({ to: '/documents', search: {}, state: { visited: true, signed } }),
  })
}
