import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { showToast } from '../../../shared/ui/overlays/toast-store.ts'
import type { OwnAccount } from './use-account.ts'
import { useAccountErrorText } from './use-account-error-text.ts'

interface UnauthoriseDialogProps {
  provider: string
  account: OwnAccount
  open: boolean
  onClose: () => void
}

/** Asks before an account is forgotten. */
export function UnauthoriseDialog({ provider, account, open, onClose }: UnauthoriseDialogProps) {
  const t = useText()
  const accountErrorText = useAccountErrorText(provider)
  const { removal } = account
  const close = () => {
    removal.reset()
    onClose()
  }
  const confirm = async () => {
    try {
      await removal.mutateAsync()
      // By now the screen that opened the dialog may be gone.
      showToast('success', t('certificates.taskCompleted'))
      onClose()
    } catch {
      // It is said in the dialog.
    }
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      busy={removal.isPending}
      title={t('certificates.account.removeTitle', { provider })}
      description={t('certificates.account.removeText', { provider })}
      actions={
        <>
          <Button onClick={close} disabled={removal.isPending}>
            {t('common.cancel')}
          </Button>
          <Button kind="danger" busy={removal.isPending} onClick={() => void confirm()}>
            {t('certificates.account.unauthorise')}
          </Button>
        </>
      }
    >
      {removal.error && <Notice tone="bad">{accountErrorText(removal.error)}</Notice>}
    </Dialog>
  )
}
