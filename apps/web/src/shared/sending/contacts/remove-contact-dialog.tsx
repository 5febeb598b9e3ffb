import { useMutation } from '@tanstack/react-query'
import { useErrorText } from '../../i18n/use-error-text.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { Notice } from '../../ui/status/notice.tsx'
import { senderApi } from '../sender-api.ts'
import { useRenewContacts } from './use-favourites.ts'

interface RemoveContactDialogProps {
  contactId: string
  name: string
  subscription: string | undefined
  onClose: () => void
}

/** Asks before what is kept of somebody without an account is gone, from groups too. */
export function RemoveContactDialog({ contactId, name, subscription, onClose }: RemoveContactDialogProps) {
  const t = useText()
  const errorText = useErrorText()
  const renew = useRenewContacts()
  const removing = useMutation({
    mutationFn: () => senderApi.deleteContact({ params: { contactId }, query: { subscription } }),
    onSuccess: async () => {
      onClose()
      showToast('success', t('contacts.removed', { name }))
      await renew()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      busy={removing.isPending}
      title={t('contacts.removeTitle', { name })}
      description={t('contacts.removeText')}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" busy={removing.isPending} onClick={() => removing.mutate()}>
            {t('contacts.remove')}
          </Button>
        </>
      }
    >
      {removing.error && <Notice tone="bad">{errorText(removing.error)}</Notice>}
    </Dialog>
  )
}
