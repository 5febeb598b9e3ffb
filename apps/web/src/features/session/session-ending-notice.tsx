import { useState } from 'react'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { renewNow } from '../../shared/session/following/renew-token.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'

type Stage =
  { readonly at: 'asking' | 'renewing' | 'last' | 'read' } | { readonly at: 'failed'; readonly error: unknown }

/** Minutes and seconds, as `1:05`. */
function countdown(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/**
 * Warns that the session is about to end because nothing was done for a while. To stay is the one thing to be pressed,
 * and so it is what Escape does, too; anything else that is done in any tab keeps the session, and puts this away.
 * @param left milliseconds to the end
 */
export function SessionEndingNotice({ left }: { left: number }) {
  const t = useText()
  const errorText = useErrorText()
  const [stage, setStage] = useState<Stage>({ at: 'asking' })
  const stay = async () => {
    setStage({ at: 'renewing' })
    try {
      setStage({ at: (await renewNow()) ? 'asking' : 'last' })
    } catch (error) {
      setStage({ at: 'failed', error })
    }
  }
  const isLast = stage.at === 'last'
  const close = () => (isLast ? setStage({ at: 'read' }) : void stay())
  return (
    <Dialog
      alert
      open={stage.at !== 'read'}
      onClose={close}
      busy={stage.at === 'renewing'}
      title={t('sessionEnding.title')}
      description={t(isLast ? 'sessionEnding.lastText' : 'sessionEnding.text')}
      actions={
        <Button kind="primary" busy={stage.at === 'renewing'} onClick={close}>
          {t(isLast ? 'common.close' : 'sessionEnding.stay')}
        </Button>
      }
    >
      <p role="timer" className="num">
        {t('sessionEnding.left', { time: countdown(left) })}
      </p>
      {stage.at === 'failed' && <Notice tone="bad">{errorText(stage.error)}</Notice>}
    </Dialog>
  )
}
