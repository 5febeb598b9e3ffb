import { useFailureText } from '../../shared/failures/use-report-failure.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'

interface AskingDialogProps {
  title: string
  text: string
  confirm: string
  acting: { readonly isPending: boolean; readonly error: Error | null }
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something ends. */
export function AskingDialog({ title, text, confirm, acting, onConfirm, onClose }: AskingDialogProps) {
  const t = useText()
  const failureText = useFailureText()
  return (
    <Dialog
      open
      alert
      busy={acting.isPending}
      onClose={onClose}
      title={title}
      description={text}
      actions={
        <>
          <Button autoFocus disabled={acting.isPending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="danger" busy={acting.isPending} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {acting.error && <Notice tone="bad">{failureText(acting.error)}</Notice>}
    </Dialog>
  )
}
