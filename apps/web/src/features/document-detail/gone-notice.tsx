import { REDIRECT_DELAY_MS } from '@rubrica/domain'
import { useEffect } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'

interface GoneNoticeProps {
  /** Why, where it is not that of a document to sign. */
  text?: string
  onLeave: () => void
}

/** Says that a document is over, and leads back to the list after three seconds (spec §4: 409). */
export function GoneNotice({ text, onLeave }: GoneNoticeProps) {
  const t = useText()
  useEffect(() => {
    const timer = setTimeout(onLeave, REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [onLeave])
  return (
    <Dialog
      alert
      open
      onClose={onLeave}
      title={t('viewer.goneTitle')}
      description={text ?? t('viewer.goneText')}
      actions={
        <Button kind="primary" onClick={onLeave}>
          {t('viewer.goToList')}
        </Button>
      }
    />
  )
}
