import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import { ProgressStatus } from '../../../shared/ui/status/progress-status.tsx'
import styles from './approving.module.css'
import type { ApprovingProgress } from './use-approving.ts'

interface ApprovingDialogProps {
  progress: ApprovingProgress
  onStop: () => void
}

/** How far the approval of the documents is. It goes by itself; several can be stopped. */
export function ApprovingDialog({ progress, onStop }: ApprovingDialogProps) {
  const t = useText()
  const { total, tried, current, stopping } = progress
  const words = current
    ? t('approvals.progress', { current: tried + 1, total })
    : t('approvals.done', { current: tried, total })
  return (
    <Dialog
      open
      busy
      alert
      onClose={onStop}
      title={t('approvals.progressTitle')}
      actions={
        total > 1 && (
          <Button disabled={stopping || !current} onClick={onStop}>
            {t(stopping ? 'approvals.stopping' : 'approvals.stop')}
          </Button>
        )
      }
    >
      <ProgressStatus words={words} value={tried} max={total} working={current !== undefined} focused>
        {current && (
          <p className={classNames('muted', styles.current)}>
            <bdi>{current.FileName}</bdi>
          </p>
        )}
      </ProgressStatus>
    </Dialog>
  )
}
