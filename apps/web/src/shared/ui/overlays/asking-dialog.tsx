import { useText } from '../../i18n/use-text.ts'
import { Button } from '../button.tsx'
import { Notice } from '../status/notice.tsx'
import { Dialog } from './dialog.tsx'

interface AskingDialogProps {
  title: string
  text: string
  /** What the button says that does it. */
  confirm: string
  busy: boolean
  /** Why it was not done. */
  problem: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something ends for good. */
export function AskingDialog({ title, text, confirm, busy, problem, onConfirm, onClose }: AskingDialogProps) {
  const t = useText()
  return (
    <Dialog
      open
      alert
      busy={busy}
      onClose={onClose}
      title={title}
      description={text}
      actions={
        <>
          <Button autoFocus disabled={busy} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="danger" busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
    </Dialog>
  )
}
