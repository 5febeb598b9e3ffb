import { Square } from 'lucide-react'
import { useText } from '../../shared/i18n/use-text.ts'
import { countIn, totalOf, type SigningRun } from '../../shared/signing-runs/signing-run.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { useMoveRun } from './use-move-run.ts'

/** Asks before a run is stopped: its values are destroyed, and only another PIN makes others. */
export function StopDialog({ run, onClose }: { run: SigningRun; onClose: () => void }) {
  const t = useText()
  const { move, moving } = useMoveRun(run.RunGUID, onClose)
  return (
    <Dialog
      open
      alert
      onClose={onClose}
      busy={moving !== null}
      title={t('runs.stopTitle')}
      description={t('runs.stopText', { signed: countIn(run, 'signed'), total: totalOf(run) })}
      actions={
        <>
          <Button autoFocus onClick={onClose}>
            {t('runs.keepSigning')}
          </Button>
          <Button kind="danger" icon={Square} busy={moving !== null} onClick={() => move('stopped')}>
            {t('batch.stop')}
          </Button>
        </>
      }
    />
  )
}
