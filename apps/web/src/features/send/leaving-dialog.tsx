import { useText } from '../../shared/i18n/use-text.ts'
import { useLeaving } from '../../shared/session/leaving/use-leaving.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'

/** Asks before what was put together is lost. */
export function LeavingDialog({ isChanged }: { isChanged: boolean }) {
  const t = useText()
  const { isAsking, leave, stay } = useLeaving(isChanged)
  return (
    <Dialog
      open={isAsking}
      onClose={stay}
      title={t('send.leaving.title')}
      description={t('send.leaving.text')}
      actions={
        <>
          <Button onClick={stay}>{t('send.leaving.back')}</Button>
          <Button kind="danger" onClick={leave}>
            {t('send.leaving.confirm')}
          </Button>
        </>
      }
    />
  )
}
