import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { type Certificate, ownLegalId } from '../../shared/api/certificates.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { queryKeys } from '../../shared/api/query-keys.ts'
import { useReportFailure } from '../../shared/failures/use-report-failure.ts'

/** Deletes a certificate and its key; the list is read again afterwards, whatever the answer was. */
function useDeleteCertificate() {
  const queries = useQueryClient()
  const reportFailure = useReportFailure()
  return useMutation({
    mutationFn: (guid: string) => api.deleteCertificate({ params: { legalid: ownLegalId(), guid } }),
    onError: (error) => reportFailure(error),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.certificates }),
  })
}

/** Asks before a key is destroyed. */
export function DeleteDialog({ certificate, onClose }: { certificate: Certificate | null; onClose: () => void }) {
  const t = useText()
  const errorText = useErrorText()
  const deletion = useDeleteCertificate()
  const close = () => {
    deletion.reset()
    onClose()
  }
  const confirm = () => {
    if (!certificate || deletion.isPending) return
    deletion.mutate(certificate.GUID, {
      onSuccess: () => {
        close()
        showToast('success', t('certificates.deleted'))
      },
    })
  }
  return (
    <Dialog
      open={certificate !== null}
      onClose={close}
      busy={deletion.isPending}
      title={t('certificates.delete.title', { alias: certificate?.certalias ?? '' })}
      description={t('certificates.delete.text')}
      actions={
        <>
          <Button onClick={close} disabled={deletion.isPending}>
            {t('common.cancel')}
          </Button>
          <Button kind="danger" busy={deletion.isPending} onClick={confirm}>
            {t('certificates.delete.confirm')}
          </Button>
        </>
      }
    >
      {deletion.error && <Notice tone="bad">{errorText(deletion.error)}</Notice>}
    </Dialog>
  )
}
