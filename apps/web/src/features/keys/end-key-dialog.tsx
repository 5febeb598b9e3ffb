import { ApiError } from '@rubrica/contract'
import { useMutation } from '@tanstack/react-query'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { isSessionExpiry } from '../../shared/api/is-session-expiry.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { queryKeys } from '../../shared/api/query-keys.ts'
import { useFailureText } from '../../shared/failures/use-report-failure.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { AskingDialog } from '../../shared/ui/overlays/asking-dialog.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import type { PersonalKey } from './keys-query.ts'

/** One that ended by itself meanwhile, or in another tab, is ended too. */
const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

function useEnding({ Guid, Name }: PersonalKey, onEnded: () => void) {
  const t = useText()
  const failureText = useFailureText()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      await senderApi.revokePersonalKey({ params: { keyGuid: Guid } }).catch((failure: unknown) => {
        if (!isGone(failure)) throw failure
      })
      await queryClient.invalidateQueries({ queryKey: queryKeys.personalKeys })
    },
    onSuccess: () => {
      showToast('success', t('keys.ended', { name: Name }))
      onEnded()
    },
  })
  const problem = error && !isSessionExpiry(error) ? failureText(error) : undefined
  return { end: () => mutate(), isBusy: isPending, problem }
}

/** Says what stops working, and ends a key for good. */
export function EndKeyDialog({ ended, onClose }: { ended: PersonalKey; onClose: () => void }) {
  const t = useText()
  const { end, isBusy, problem } = useEnding(ended, onClose)
  return (
    <AskingDialog
      title={t('keys.endTitle', { name: ended.Name })}
      text={t('keys.endText')}
      confirm={t('keys.endConfirm')}
      busy={isBusy}
      problem={problem}
      onConfirm={end}
      onClose={onClose}
    />
  )
}
