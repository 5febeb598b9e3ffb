import { useEffect, useEffectEvent } from 'react'
import { isShownWithStatus } from '../../../shared/failures/shown-with-status.ts'
import { useReportFailure } from '../../../shared/failures/use-report-failure.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { DialogActions } from '../../../shared/ui/overlays/dialog-actions.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { useSignErrorText } from '../run/use-sign-error-text.ts'
import own from './autofirma.module.css'
import { DownloadLink } from './download-link.tsx'
import { browserOf, explainFailure, type Cause, type Explanation } from './explain-failure.ts'
import { isOfTheLocalCertificate } from './local-failures.ts'
import { OtherWayLink } from '../choice/other-way-link.tsx'

function CauseText({ name, remedy }: Cause) {
  const t = useText()
  return (
    <>
      <strong>{t(name)}</strong>
      <p>{t(remedy)}</p>
    </>
  )
}

/** Why the application gave nothing, how that is mended, and where it is to be had. */
function ApplicationFailure({ message, causes, mayBeAsking, code, isQuiet }: Explanation) {
  const t = useText()
  const [only] = causes
  return (
    <div className={own.failure}>
      <Notice tone={isQuiet ? 'info' : 'bad'}>
        {message ? <p>{t(message)}</p> : only && <CauseText {...only} />}
        <p>{t('autofirma.nothingSigned')}</p>
      </Notice>
      {mayBeAsking && <Notice tone="warn">{t('autofirma.closeQuestion')}</Notice>}
      {causes.length > 1 && (
        <>
          <p>{t('autofirma.notReached')}</p>
          <ol className={own.causes}>
            {causes.map((cause) => (
              <li key={cause.name}>
                <CauseText {...cause} />
              </li>
            ))}
          </ol>
        </>
      )}
      {code !== undefined && !isQuiet && <p className="muted">{t('autofirma.errorCode', { code })}</p>}
      {!isQuiet && <DownloadLink />}
    </div>
  )
}

/** What the server, or the way to it, said. */
function OtherFailure({ error }: { error: unknown }) {
  const t = useText()
  const signErrorText = useSignErrorText()
  const reportFailure = useReportFailure(signErrorText)
  const reportRefusal = useEffectEvent(() => {
    if (isShownWithStatus(error)) reportFailure(error)
  })
  useEffect(() => reportRefusal(), [error])
  return (
    <Notice tone="bad">
      <p>{signErrorText(error)}</p>
      <p>{t('autofirma.nothingSigned')}</p>
    </Notice>
  )
}

interface LocalFailureProps {
  error: unknown
  onAgain: () => void
  onChooseAgain: (() => void) | null
  onClose: () => void
}

/** Nothing is signed: why, how it is mended, and the ways on. */
export function LocalFailure({ error, onAgain, onChooseAgain, onClose }: LocalFailureProps) {
  const t = useText()
  const explanation = explainFailure(error, browserOf(navigator.userAgent))
  return (
    <div className={own.failure}>
      {explanation ? <ApplicationFailure {...explanation} /> : <OtherFailure error={error} />}
      <OtherWayLink words={t('autofirma.otherWay')} onChooseAgain={onChooseAgain} />
      <DialogActions>
        <Button onClick={onClose}>{t('common.close')}</Button>
        <Button kind="primary" autoFocus onClick={onAgain}>
          {t(isOfTheLocalCertificate(error) ? 'autofirma.otherOfPc' : 'common.tryAgain')}
        </Button>
      </DialogActions>
    </div>
  )
}
