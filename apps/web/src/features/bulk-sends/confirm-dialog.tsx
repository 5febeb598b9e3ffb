import type { BulkSend } from '@rubrica/contract'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'

interface ConfirmDialogProps {
  act: 'start' | 'startWithout' | 'pause' | 'resume' | 'cancel'
  counts: BulkSend['counts']
  busy: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Asks before many people get a document, or will not. */
export function ConfirmDialog({ act, counts, busy, onClose, onConfirm }: ConfirmDialogProps) {
  const t = useText()
  const { good = 0, wrong = 0 } = counts
  const isStart = act !== 'cancel'
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={isStart ? t('bulkSends.startTitle', { count: good }) : t('bulkSends.cancelTitle')}
      description={isStart ? t('bulkSends.startText') : t('bulkSends.cancelText', { count: good })}
      actions={
        <>
          <Button onClick={onClose}>{t(isStart ? 'common.cancel' : 'bulkSends.goOnSending')}</Button>
          <Button kind={isStart ? 'primary' : 'danger'} busy={busy} onClick={onConfirm}>
            {isStart ? t('bulkSends.start', { count: good }) : t('bulkSends.cancel')}
          </Button>
        </>
      }
    >
      {act === 'startWithout' && <p>{t('bulkSends.withoutText', { count: wrong })}</p>}
    </Dialog>
  )
}
