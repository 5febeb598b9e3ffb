import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import own from './autofirma.module.css'
import { DownloadLink } from './download-link.tsx'
import type { LocalStage } from './local-task.ts'
import { OtherWayLink } from '../choice/other-way-link.tsx'

interface NothingOpenedProps {
  stage: LocalStage
  onAgain: () => void
  /** Null when there is no other way. */
  onChooseAgain: (() => void) | null
}

/** That the application may not be there, while it is still looked for, with what can be done about it. */
export function NothingOpened({ stage, ...ways }: NothingOpenedProps) {
  return <div aria-live="polite">{stage.at === 'working' && stage.nothingOpened && <Ways {...ways} />}</div>
}

function Ways({ onAgain, onChooseAgain }: Omit<NothingOpenedProps, 'stage'>) {
  const t = useText()
  return (
    <div className={own.failure}>
      <Notice tone="warn">
        <strong>{t('autofirma.nothingTitle')}</strong>
        <p>{t('autofirma.nothingText')}</p>
      </Notice>
      <DownloadLink />
      <OtherWayLink words={t('autofirma.otherWay')} onChooseAgain={onChooseAgain} />
      <div>
        <Button onClick={onAgain}>{t('common.tryAgain')}</Button>
      </div>
    </div>
  )
}
