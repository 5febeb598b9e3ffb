import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'

/** Says that nothing is under way here that the browser could have come back for. */
export function LostSignature({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <Dialog
      alert
      open
      onClose={onClose}
      title={t('ivnosys.lostTitle')}
      description={t('ivnosys.lostText')}
      actions={
        <Button kind="primary" autoFocus onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    />
  )
}
