import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'

interface AskingDialogProps {
  open: boolean
  about: 'leaving' | 'discarding'
  onConfirm: () => void
  onBack: () => void
}

/** Asks before what was changed is lost. */
export function AskingDialog({ open, about, onConfirm, onBack }: AskingDialogProps) {
  const t = useText()
  return (
    <Dialog
      open={open}
      onClose={onBack}
      title={t(`profile.${about}.title`)}
      description={t(`profile.${about}.text`)}
      actions={
        <>
          <Button onClick={onBack}>{t('profile.discarding.back')}</Button>
          <Button kind="danger" onClick={onConfirm}>
            {t(`profile.${about}.confirm`)}
          </Button>
        </>
      }
    />
  )
}
