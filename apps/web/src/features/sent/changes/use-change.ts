import { ApiError } from '@rubrica/contract'
import { useMutation } from '@tanstack/react-query'
import { isSessionExpiry } from '../../../shared/api/is-session-expiry.ts'
import { isNoLongerAvailable, reloadPendingDocuments } from '../../../shared/api/pending-documents.ts'
import { queryClient } from '../../../shared/api/query-client.ts'
import { queryKeys } from '../../../shared/api/query-keys.ts'
import { useFailureText } from '../../../shared/failures/use-report-failure.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { showToast } from '../../../shared/ui/overlays/toast-store.ts'

/** Has every page show the document as it is now, also the lists of the sender, who may be asked to sign as well. */
export async function showAnew(): Promise<void> {
  reloadPendingDocuments()
  void queryClient.invalidateQueries({ queryKey: queryKeys.pendingApprovals })
  await queryClient.invalidateQueries({ queryKey: queryKeys.sent })
}

/** Refusals that say that somebody has acted since the page was loaded. */
const OUTDATED = [
  'PRECONDITION_FAILED',
  'SIGNER_NOT_FOUND',
  'SIGNER_HAS_ACTED',
  'SIGNER_HAS_OPENED',
  'STAGE_BEGUN',
  'SOMEBODY_HAS_SIGNED',
]

/** Whether the page shows a document that is not any more what it shows. */
const isOutdated = (error: unknown): boolean => error instanceof ApiError && OUTDATED.includes(error.code)

interface ChangeToMake<Wish> {
  readonly send: (wish: Wish) => Promise<unknown>
  /** What the toast says then. */
  readonly said: (wish: Wish) => string
  readonly onDone: () => void
}

/**
 * Makes a change of a sent document. What was changed by somebody else meanwhile is loaded again, and the sentence asks to
 * look at it.
 */
export function useChange<Wish>({ send, said, onDone }: ChangeToMake<Wish>) {
  const t = useText()
  const failureText = useFailureText()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (wish: Wish) => {
      await send(wish)
      await showAnew()
    },
    onSuccess: (_, wish) => {
      showToast('success', said(wish))
      onDone()
    },
    onError: (failure) => {
      if (isOutdated(failure)) void showAnew()
      if (!isNoLongerAvailable(failure)) return
      showToast('error', failureText(failure))
      void showAnew().then(onDone)
    },
  })
  const isTold = error === null || isNoLongerAvailable(error) || isSessionExpiry(error)
  const problem = isTold ? undefined : isStale(error) ? t('sent.change.stale') : failureText(error)
  return { change: mutate, isBusy: isPending, problem }
}

const isStale = (error: unknown) => error instanceof ApiError && error.code === 'PRECONDITION_FAILED'
