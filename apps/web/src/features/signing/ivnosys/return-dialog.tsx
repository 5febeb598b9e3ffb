import { manifestOf } from '@rubrica/providers/manifests'
import { useState } from 'react'
import { isNoLongerAvailable } from '../../../shared/api/pending-documents.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { forgetErrand, type Errand } from '../../../shared/session/errand.ts'
import { readSession } from '../../../shared/session/session-store.ts'
import { rememberUsed } from '../../../shared/subject/last-used.ts'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import { pauseForDone } from '../../../shared/ui/status/pause-for-done.ts'
import type { ElsewhereFlow } from '../elsewhere-flow.ts'
import { IvnosysSteps } from './ivnosys-steps.tsx'
import { signingOf } from './depart.ts'
import { useReportIvnosysFailure } from './use-ivnosys-failure.ts'

const IVNOSYS = 'Ivnosys'

interface ReturnDialogProps {
  signature: Errand
  onClose: () => void
  onSigned: () => void
  /** The document was signed, rejected or withdrawn before. */
  onGone: () => void
}

/** Goes on with a signature for which the browser has come back from its provider. */
export function ReturnDialog({ signature, onClose, onSigned, onGone }: ReturnDialogProps) {
  const t = useText()
  const [frame, setFrame] = useState<Parameters<ElsewhereFlow['onFrame']>[0]>({})
  const reportFailure = useReportIvnosysFailure()
  const { kind, transactionId, attemptKey, ...subject } = signature
  const [signing] = useState(() =>
    signingOf(subject, { back: { kind, transactionId, attemptKey, token: readSession('errandToken') } }),
  )
  const end = (then: () => void) => {
    forgetErrand()
    then()
  }
  const fail = (error: unknown) => {
    if (isNoLongerAvailable(error)) return end(onGone)
    reportFailure(error)
    end(onClose)
  }
  const close = () => end(onClose)
  return (
    <Dialog open onClose={close} title={t('signing.progressTitle')} description={subject.fileName} {...frame}>
      <IvnosysSteps
        {...{ signing, alias: subject.alias, label: manifestOf(IVNOSYS)?.label ?? IVNOSYS }}
        onChooseAgain={null}
        onFrame={setFrame}
        onClose={close}
        onSigned={() => {
          rememberUsed(subject.certificateGuid)
          void pauseForDone().then(() => end(onSigned))
        }}
        onFailed={fail}
      />
    </Dialog>
  )
}
