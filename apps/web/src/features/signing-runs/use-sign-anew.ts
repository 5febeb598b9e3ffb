import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@rubrica/contract'
import { api } from '../../shared/api/api.ts'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { useReportFailure } from '../../shared/failures/use-report-failure.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { clearSelection, selectDocuments } from '../../shared/selection/selection-store.ts'
import { followRun } from '../../shared/signing-runs/followed-runs.ts'
import { itemsIn } from '../../shared/signing-runs/run-items.ts'
import type { SigningRun } from '../../shared/signing-runs/signing-run.ts'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { findPendingDocuments } from './find-pending-documents.ts'

/** Ends a run that waits for its person, and gives what waited in it to be signed together anew. */
export function useSignAnew({ RunGUID: runGuid }: SigningRun, onSign: (documents: readonly PendingDocument[]) => void) {
  const t = useText()
  const reportFailure = useReportFailure()
  const signing = useMutation({
    mutationFn: async () => {
      const waiting = await itemsIn({ runGuid, state: 'prepared' })
      const documents = await findPendingDocuments(waiting.map(({ SignerGUID }) => SignerGUID))
      // A run of a name in which the person does not act now, or whose documents others have dealt with.
      if (documents.length === 0) return showToast('error', t('runs.noneHere'))
      await api.moveRun({ params: { runGuid }, body: { To: 'stopped' } }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.code === 'RUN_OVER')) throw error
      })
      // Its end is a step of this, and nothing to be told.
      followRun(runGuid)
      // They stay selected where nothing is signed.
      clearSelection()
      selectDocuments(documents)
      onSign(documents)
    },
    onError: reportFailure,
  })
  return { signAnew: signing.mutate, busy: signing.isPending }
}
